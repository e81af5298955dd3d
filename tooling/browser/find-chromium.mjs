import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/**
 * A browser that can be started, and the environment variables that it needs.
 *
 * @typedef {object} Chromium
 * @property {string} executablePath
 * @property {Readonly<Record<string, string>>} environment
 */

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const extractor = fileURLToPath(new URL('extract-chromium.mjs', import.meta.url));
const cache = fileURLToPath(new URL('node_modules/.cache', import.meta.url));

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Finds the browser of the tests. If `CHROMIUM_PATH` names a browser, it is used. Otherwise, Linux x64 uses the browser
 * inside the npm package, so that nothing has to be installed. Other systems use an installed Chrome or Chromium.
 *
 * @returns {Promise<Chromium>}
 * @throws {Error} when there is none
 */
export async function findChromium() {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return { executablePath: named, environment: {} };
  if (process.platform === 'linux' && process.arch === 'x64') return fromPackage();
  const executablePath = installed.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error('The tests of the pages need Chrome or Chromium: install one, or name it in CHROMIUM_PATH');
  }
  return { executablePath, environment: {} };
}

/**
 * Returns the browser inside the package, which is unpacked once for each version. If several processes unpack it at
 * once, the folder of one of them is used.
 *
 * @returns {Promise<Chromium>}
 */
async function fromPackage() {
  const folder = join(cache, `chromium-${await packageVersion()}`);
  if (!existsSync(folder)) await unpack(folder);
  return {
    executablePath: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      ...(existsSync('/etc/fonts/fonts.conf') ? {} : { FONTCONFIG_FILE: join(folder, 'fonts', 'fonts.conf') }),
    },
  };
}

/** @returns {Promise<string>} */
async function packageVersion() {
  const manifest = join(dirname(require.resolve('@sparticuz/chromium')), '..', 'package.json');
  return JSON.parse(await readFile(manifest, 'utf8')).version;
}

/** @param {string} folder */
async function unpack(folder) {
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  try {
    await run(process.execPath, [extractor, folder], { env: { PATH: process.env['PATH'], TMPDIR: own } });
    await rename(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
