/** Characters that OpaqueString refuses: controls, invisible characters, noncharacters, and Hangul that is not composed (RFC 8264 4.3). */
const refused =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{1100}-\u{11ff}\u{a960}-\u{a97c}\u{d7b0}-\u{d7fb}]/u;

/** One spelling for what looks the same on each keyboard: NFC, and U+0020 for every blank (RFC 8265 4.2.2). */
export function normalPassword(typed: string): string {
  return typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
}

/** Whether a normal password may be set (RFC 8265 4.2). */
export function isPasswordText(normal: string): boolean {
  return normal !== '' && !refused.test(normal);
}
