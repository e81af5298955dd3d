import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { groupsOf, languages, pagesOf } from '../site/.vitepress/navigation.mjs';
import { inPackage } from './in-package.mjs';
import { withInserts } from './inserts.mjs';

/** @typedef {import('./inserts.mjs').Language} Language */

const base = '/docs';
const words = {
  en: {
    title: 'Trading Platform',
    summary: 'How another system signs in, downloads records, sends orders and receives events.',
    machine: 'For programs',
    openApi: '[OpenAPI description of the data API](/openapi.json)',
    authOpenApi: 'OpenAPI description of the authentication server: `{AUTH_URL}/openapi.json`',
    sdk: '[What the SDK for TypeScript exports](/docs/packages/client)',
  },
  ja: {
    title: 'Trading Platform（日本語）',
    summary: '外部システムから認証、データの取得、発注、イベントの受信を行う方法です。',
    machine: 'プログラム向け',
    openApi: '[データAPIのOpenAPI定義](/openapi.ja.json)',
    authOpenApi: '認証サーバーのOpenAPI定義：`{AUTH_URL}/openapi.json`',
    sdk: '[TypeScript用SDKの機能一覧（英語）](/docs/packages/client)',
  },
};

/**
 * Writes each page of the guide as Markdown beside its HTML, and `llms.txt`, the list of these pages (llmstxt.org), for
 * programs that read the guide.
 *
 * @param {string} site
 */
export async function writeMarkdown(site) {
  const parts = await Promise.all(languages.map((language) => writeLanguage(site, language)));
  await writeFile(join(site, 'llms.txt'), `${parts.join('\n\n')}\n`);
}

/**
 * @param {string} site
 * @param {Language} language
 */
async function writeLanguage(site, language) {
  const { title, summary, machine, openApi, authOpenApi, sdk } = words[language];
  await Promise.all(pagesOf(language).map((link) => writePage(site, link)));
  const lists = groupsOf(language).map(({ text, items }) => [
    `## ${text}`,
    items.map((item) => `- [${item.text}](${base}${item.link}.md)`).join('\n'),
  ]);
  const documents = [openApi, authOpenApi, sdk].map((each) => `- ${each}`).join('\n');
  return [`# ${title}`, `> ${summary}`, ...lists.flat(), `## ${machine}`, documents].join('\n\n');
}

/**
 * @param {string} site
 * @param {string} link
 */
async function writePage(site, link) {
  const file = join(site, `${link}.md`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, await plainMarkdown(await readFile(inPackage('site', `${link.slice(1)}.md`), 'utf8')));
}

/**
 * Returns a page in ordinary Markdown. The inserts and samples are filled in, each sample below the name of its tab,
 * and descriptions replace the pictures.
 *
 * @param {string} source
 */
export async function plainMarkdown(source) {
  const text = withInserts(source)
    .replace(/^---\n[^]*?\n---\n+/, '')
    .replace(/<figure[^]*?<desc[^>]*>([^]*?)<\/desc>[^]*?<\/figure>/g, '$1')
    .replace(/<p class="picture"><img src="([^"]*)" alt="([^"]*)".*<\/p>/g, `![$2](${base}$1)`)
    .replace(/^:::.*\n/gm, '');
  const pieces = await Promise.all(text.split('\n').map(withSample));
  return pieces.join('\n');
}

/** @param {string} line */
async function withSample(line) {
  const [, path, tab] = /^<<< @\/([^\s{]+)(?:\S* \[([^\]]+)\])?/.exec(line) ?? [];
  if (path === undefined) return line;
  const sample = await readFile(inPackage('site', path), 'utf8');
  const title = tab === undefined ? '' : `**${tab}**\n\n`;
  return `${title}\`\`\`${extname(path).slice(1)}\n${sample.trimEnd()}\n\`\`\`\n`;
}
