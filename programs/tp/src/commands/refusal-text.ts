/** The text of a refusal: the refused item, the detail, and the code in brackets. */
export function refusalText(item: string, code: string, detail: string): string {
  const reason = detail === '' ? code : `${detail} (${code})`;
  return item === '' ? reason : `${item}: ${reason}`;
}
