/** Types the code of a device on its page, signs in, and allows the device. */
export async function allowDevice(address: string, code: string, userId: string, password: string): Promise<void> {
  const opened = await fetch(address, { headers: { 'accept-language': 'en' } });
  const cookie = opened.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const typed = await press(opened, cookie, { user_code: code, decision: 'code' });
  const asked = await press(typed, cookie, { user_id: userId, user_password: password, decision: 'sign-in' });
  const allowed = await press(asked, cookie, { decision: 'allow' });
  if (allowed.status !== 200) throw new Error(`${address} answers ${allowed.status}: ${await allowed.text()}`);
}

/** Sends the form of a page with its hidden fields. */
async function press(page: Response, cookie: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  const text = await page.text();
  const inputs = [...text.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => input);
  const hidden = inputs.map((input) => [valueOf(input, 'name'), valueOf(input, 'value')]);
  const form = /<form\b[^>]*>/.exec(text)?.[0] ?? '';
  return fetch(new URL(valueOf(form, 'action'), page.url), {
    method: 'POST',
    headers: { cookie, 'accept-language': 'en', origin: 'null', 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ ...(Object.fromEntries(hidden) as Record<string, string>), ...fields }),
  });
}

function valueOf(tag: string, attribute: string): string {
  return (new RegExp(`\\b${attribute}="([^"]*)"`).exec(tag)?.[1] ?? '').replaceAll('&amp;', '&');
}
