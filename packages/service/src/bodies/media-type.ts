import { MIMEType } from 'node:util';

/** A Content-Type, taken apart; nothing if it is none. */
export function mediaTypeOf(contentType: string | undefined): MIMEType | undefined {
  try {
    return contentType === undefined ? undefined : new MIMEType(contentType);
  } catch {
    return undefined;
  }
}

/** Whether a `charset` says UTF-8; most say nothing. */
export function isUtf8Name(charset: string | null): boolean {
  return charset === null || /^utf-?8$/i.test(charset);
}
