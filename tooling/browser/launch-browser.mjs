import { chromium } from 'playwright-core';
import { findChromium } from './find-chromium.mjs';

/**
 * The browser runs without a sandbox, because root cannot make one, and in most containers no user can. The other flags
 * keep the browser from calling its maker's hosts.
 */
const flags = [
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Starts a headless browser. The caller must close it.
 *
 * @param {readonly string[]} [further] additional flags
 */
export async function launchBrowser(further = []) {
  const { executablePath, environment } = await findChromium();
  return chromium.launch({ executablePath, args: [...flags, ...further], env: { ...process.env, ...environment } });
}
