const longest = 2_000;

/** A path of this page; `/` for anything that might lead elsewhere. */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > longest) return '/';
  const isOurs = /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(asked);
  return isOurs && !/^\/(sign-in|api)(\/|$|\?)/.test(asked) ? asked : '/';
}
