/** The order of the values in a scope has no meaning (RFC 6749 3.3). */
export function isSameScope(left: string, right: string): boolean {
  const leftTokens = readScope(left);
  const rightTokens = readScope(right);
  return leftTokens.size === rightTokens.size && [...leftTokens].every((token) => rightTokens.has(token));
}

function readScope(scope: string): Set<string> {
  return new Set(scope.split(' ').filter((token) => token !== ''));
}
