/** Why something was refused: what would help, then the code to look up. */
export function refusalText(item: string, code: string, detail: string): string {
  const reason = detail === '' ? code : `${detail} (${code})`;
  return item === '' ? reason : `${item}: ${reason}`;
}
