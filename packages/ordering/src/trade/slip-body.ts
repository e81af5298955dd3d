import { type PartnerGroup, type TradeRecord, tradeDetail } from '@trading-platform/domain-types';

/**
 * A body is the rendered record of a slip without its opening brace: `"trade_id":"…",…}`. No text of a slip contains the bytes
 * that separate the parts of a body, because quotation marks in texts are escaped.
 */
const listsStart = Buffer.from(',"partner_group_list":');
const linesStart = Buffer.from(',"detail_list":[');
const lineStart = Buffer.from(`{"${tradeDetail.fieldNames[0]}":`);
const linesEnd = Buffer.from(']}');
const commaLength = 1;

/** The text fields of a slip. */
export type SlipHeader = Partial<TradeRecord>;

/** Returns the text fields of a body. */
export function headerIn(body: Buffer): SlipHeader {
  return JSON.parse(`{${body.toString('utf8', 0, body.indexOf(listsStart))}}`) as SlipHeader;
}

/** Returns the groups of the partner in a body. */
export function groupsIn(body: Buffer): readonly PartnerGroup[] {
  const start = body.indexOf(listsStart) + listsStart.length;
  return JSON.parse(body.toString('utf8', start, body.indexOf(linesStart, start))) as readonly PartnerGroup[];
}

/** Returns the JSON of each line of a body. */
export function linesIn(body: Buffer): Buffer[] {
  return ofEachLine(body, (start, end) => body.subarray(start, end));
}

/** Finds the JSON of each line of a body. */
export function ofEachLine<Line>(body: Buffer, make: (start: number, end: number) => Line): Line[] {
  const lines: Line[] = [];
  const end = body.length - linesEnd.length;
  let start = body.indexOf(lineStart, body.indexOf(linesStart));
  while (start !== -1) {
    const next = body.indexOf(lineStart, start + lineStart.length);
    lines.push(make(start, next === -1 ? end : next - commaLength));
    start = next;
  }
  return lines;
}

/**
 * Replaces the values of some text fields of a body. The lists are copied without parsing, because they make up most of the body.
 *
 * @returns the new body, and the fields whose values are different in it
 */
export function changeHeader(
  body: Buffer,
  changes: SlipHeader,
): { readonly body: Buffer; readonly changed: readonly string[] } {
  const header = headerIn(body);
  const fields = Object.keys(changes) as (keyof SlipHeader)[];
  const text = JSON.stringify({ ...header, ...changes }).slice(1, -1);
  return {
    body: Buffer.concat([Buffer.from(text), body.subarray(body.indexOf(listsStart))]),
    changed: fields.filter((field) => header[field] !== changes[field]),
  };
}
