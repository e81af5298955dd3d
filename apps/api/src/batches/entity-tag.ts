/** Whether an If-None-Match header names an entity tag, by the weak comparison of RFC 9110 8.8.3.2. */
export function matchesEntityTag(header: string | undefined, entityTag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === entityTag);
}
