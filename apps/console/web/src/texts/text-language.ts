/**
 * Returns the language of an advice of the platform. The advice is in the language that the caller had at the time of
 * the call.
 */
export function textLanguage(text: string): 'en' | 'ja' {
  return /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text) ? 'ja' : 'en';
}
