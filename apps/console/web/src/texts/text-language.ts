/** Returns the language of an advice of the platform, which is in the language that its caller had at that time. */
export function textLanguage(text: string): 'en' | 'ja' {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en';
}
