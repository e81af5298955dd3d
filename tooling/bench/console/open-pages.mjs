/**
 * Opens the event stream as often as a number of pages would, and waits for the first event of each stream.
 *
 * @param {string} consoleUrl
 * @param {Awaited<ReturnType<import('playwright-core').BrowserContext['storageState']>>} state
 * @param {number} count
 * @returns {Promise<() => void>} closes the streams
 */
export async function openPages(consoleUrl, { cookies }, count) {
  const { hostname } = new URL(consoleUrl);
  const own = cookies.filter(({ domain }) => domain === hostname);
  const cookie = own.map(({ name, value }) => `${name}=${value}`).join('; ');
  const closing = new AbortController();
  const answers = await Promise.all(
    Array.from({ length: count }, () =>
      fetch(`${consoleUrl}/api/batches/events`, { headers: { cookie }, signal: closing.signal }),
    ),
  );
  await Promise.all(
    answers.map(async ({ status, body }) => {
      const { done = true } = (await body?.getReader().read()) ?? {};
      if (status !== 200 || done) throw new Error(`The stream of a page answers ${status}`);
    }),
  );
  return () => closing.abort();
}
