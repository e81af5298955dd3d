/**
 * The characters that OpaqueString refuses: control characters, invisible characters, noncharacters, and Hangul that is not
 * composed (RFC 8264 4.3).
 */
const refused =
  /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{1100}-\u{11ff}\u{a960}-\u{a97c}\u{d7b0}-\u{d7fb}]/u;

/**
 * Converts passwords that look the same, but were typed on different keyboards, to one spelling: in the Unicode form NFC, and
 * with U+0020 for every kind of space (RFC 8265 4.2.2).
 */
export function normalPassword(typed: string): string {
  return typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC');
}

/** Whether a text after `normalPassword` is allowed as a password (RFC 8265 4.2). */
export function isPasswordText(normal: string): boolean {
  return normal !== '' && !refused.test(normal);
}
