/**
 * Signs in to the console, in a separate browser window.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {string} consoleUrl
 * @param {import('../harness/platform.mjs').Account} account
 * @returns {Promise<import('playwright-core').BrowserContext>}
 */
export async function signIn(browser, consoleUrl, { userId, password }) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(consoleUrl);
  await page.locator('a[href^="/sign-in"]').click();
  await page.locator('input[name="user_id"]').fill(userId);
  await page.locator('input[name="user_password"]').fill(password);
  await page.locator('button[name="decision"][value="sign-in"]').click();
  await page.locator('.shell').waitFor();
  await page.close();
  return context;
}
