/** The text of a refusal, which names first the remedy and then the code. */
export function refusalText(item: string, code: string, detail: string): string {
  const reason = detail === '' ? code : `${detail} (${code})`;
  return item === '' ? reason : `${item}: ${reason}`;
}
