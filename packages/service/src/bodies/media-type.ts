import { MIMEType } from 'node:util';

/** The header that was parsed last. It is kept, because nearly all callers send the same header. */
let last: { readonly contentType: string; readonly type: MIMEType } | undefined;

/** The parts of a Content-Type, which must not be changed; empty if it cannot be parsed. */
export function mediaTypeOf(contentType: string | undefined): MIMEType | undefined {
  if (contentType === undefined) return undefined;
  if (contentType === last?.contentType) return last.type;
  try {
    last = { contentType, type: new MIMEType(contentType) };
    return last.type;
  } catch {
    return undefined;
  }
}

/** Whether a `charset` means UTF-8. An absent `charset` does. */
export function isUtf8Name(charset: string | null): boolean {
  return charset === null || /^utf-?8$/i.test(charset);
}
