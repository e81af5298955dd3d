/**
 * The registered address with further query parameters; its own are kept as they are. Values of undefined are left out.
 * RFC 6749 4.1.2.
 */
export function redirectLocation(
  redirectUri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const added = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) added.append(name, value);
  const separator = redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?';
  return `${redirectUri}${separator}${added.toString()}`;
}
