/** The number of characters of a text. Every limit counts code points, as a reader does, not UTF-16 units. */
export function countCharacters(text: string): number {
  let characters = 0;
  for (const _ of text) characters++;
  return characters;
}

/** Whether a text has at most this many characters. A text that is far too long is not counted. */
export function hasAtMost(text: string, characters: number): boolean {
  if (text.length <= characters) return true;
  return text.length <= 2 * characters && countCharacters(text) <= characters;
}

/** Whether a text contains a control character: C0, DEL or C1. */
export function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
