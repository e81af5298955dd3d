import { chromium } from 'playwright-core';
import { findChromium } from './find-chromium.mjs';

/**
 * Root cannot make a sandbox, and in most containers nobody can. The other flags keep the browser from calling its
 * maker's hosts.
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
 * A headless browser. The caller closes it.
 *
 * @param {readonly string[]} [further] flags besides
 */
export async function launchBrowser(further = []) {
  const { executablePath, environment } = await findChromium();
  return chromium.launch({ executablePath, args: [...flags, ...further], env: { ...process.env, ...environment } });
}
