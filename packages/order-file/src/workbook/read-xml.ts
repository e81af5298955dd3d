import { Parser } from 'saxen';
import { OrderFileError } from '../order-file-error.js';

/** Receives the parts of an XML text. Names have no prefix. */
export interface XmlListener {
  readonly open?: (name: string, attribute: (name: string) => string | undefined) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

/**
 * Reads a part of a workbook. A part that is missing has no elements.
 *
 * @throws OrderFileError `broken-workbook` if it is not XML
 */
export function readXml(xml: string | undefined, { open, close, text }: XmlListener): void {
  if (xml === undefined) return;
  new Parser()
    .on('openTag', (name, attributes, decode) => {
      open?.(withoutPrefix(name), (attribute) => {
        const value = attributes()[attribute];
        return value === undefined ? undefined : decode(value);
      });
    })
    .on('closeTag', (name) => close?.(withoutPrefix(name)))
    .on('text', (value, decode) => text?.(decode(value)))
    .on('cdata', (value) => text?.(value))
    .on('error', (cause) => {
      throw new OrderFileError('broken-workbook', 'a part of the workbook is not XML', { cause });
    })
    .parse(xml);
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
