const longest = 2_000;
const ownOrigin = 'https://console.invalid';

/** Returns the given path if it belongs to this page, and `/` if the path might lead to another site. */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > longest || !/^\/[\x21-\x5b\x5d-\x7e]*$/.test(asked)) return '/';
  const url = URL.parse(asked, ownOrigin);
  const isOurs = url?.origin === ownOrigin && isPage(url.pathname);
  return isOurs ? asked : '/';
}

/** The path as the router of the page reads it: decoded, and without `.` and `..`, which browsers resolve. */
function isPage(pathname: string): boolean {
  try {
    return !/^\/(?:\/|(?:sign-in|api)(?:\/|$))/.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}
