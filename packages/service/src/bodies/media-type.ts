import { MIMEType } from 'node:util';

/** The parts of a Content-Type; empty if it cannot be parsed. */
export function mediaTypeOf(contentType: string | undefined): MIMEType | undefined {
  try {
    return contentType === undefined ? undefined : new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

/** Whether a `charset` means UTF-8; an absent one does. */
export function isUtf8Name(charset: string | null): boolean {
  return charset === null || /^utf-?8$/i.test(charset);
}
