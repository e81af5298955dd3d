import { pathToFileURL } from 'node:url';
import { inRoot } from './root-folder.mjs';

/**
 * The parts of a setting's definition that are documented (`Setting` in packages/service).
 *
 * @typedef {object} SettingDefinition
 * @property {string} name
 * @property {string} description
 * @property {string} [default]
 * @property {string} [derived]
 * @property {boolean} [secret]
 */

/** The programs that have settings, and for each program the built module that defines them. */
const programs = [
  { title: 'Authentication service', module: 'apps/auth/dist/env.js' },
  { title: 'Data API', module: 'apps/api/dist/env.js' },
  { title: 'Worker', module: 'apps/worker/dist/env.js' },
  { title: 'Console', module: 'apps/console/dist/env.js' },
];

const head = `# Settings of the services and of tpctl, with their defaults. Copy this file to .env and change the values that differ;
# environment variables take precedence. A secret can also be in a file: NAME_FILE names the file of the secret NAME.
# Written by "pnpm run env-example" from the definitions in the code.
`;

/** The text of `.env.example`: first the settings of several programs, then the settings of a single program. */
export async function envExample() {
  const groups = await Promise.all(
    programs.map(async ({ title, module }) => ({ title, settings: settingsOf(await load(module)) })),
  );
  const counts = new Map();
  for (const { settings } of groups) for (const { name } of settings) counts.set(name, (counts.get(name) ?? 0) + 1);
  const shared = groups.flatMap(({ settings }) => settings.filter(({ name }) => counts.get(name) > 1));
  const own = groups.map(({ title, settings }) => ({
    title,
    settings: settings.filter(({ name }) => counts.get(name) === 1),
  }));
  const sections = [{ title: 'Several programs', settings: uniqueByName(shared) }, ...own];
  return [head, ...sections.filter(({ settings }) => settings.length > 0).map(section)].join('\n');
}

/**
 * @param {string} module
 * @returns {Promise<Record<string, unknown>>}
 */
const load = (module) => import(pathToFileURL(inRoot(module)).href);

/**
 * @param {Record<string, unknown>} module
 * @returns {SettingDefinition[]}
 */
function settingsOf(module) {
  const tables = Object.values(module).filter((value) => typeof value === 'object' && value !== null);
  return uniqueByName(tables.flatMap((table) => Object.values(table)).filter(isSetting));
}

/**
 * @param {unknown} value
 * @returns {value is SettingDefinition}
 */
function isSetting(value) {
  return typeof value === 'object' && value !== null && 'name' in value && 'description' in value && 'type' in value;
}

/** @param {SettingDefinition[]} settings */
function uniqueByName(settings) {
  return [...new Map(settings.map((setting) => [setting.name, setting])).values()];
}

/** @param {{ title: string, settings: SettingDefinition[] }} group */
function section({ title, settings }) {
  return [`# ${title}\n`, ...settings.map(entry)].join('\n');
}

/** @param {SettingDefinition} setting */
function entry({ name, description, default: value, derived, secret }) {
  const sentences = [description, derived && `Default: ${derived}.`, secret && 'Secret.'];
  const about = wrap(sentences.filter(Boolean).join(' '));
  return `${about.map((line) => `# ${line}`).join('\n')}\n#${name}=${value ?? ''}\n`;
}

/** @param {string} text */
function wrap(text, width = 110) {
  /** @type {string[]} */
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
