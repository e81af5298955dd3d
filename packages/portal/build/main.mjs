/** Builds the portal: the guide with VitePress and as Markdown, the reference pages, compressed forms, and the list of files. */
import { rm } from 'node:fs/promises';
import { build } from 'vitepress';
import { inPackage } from './in-package.mjs';
import { writeFileList } from './write-file-list.mjs';
import { writeMarkdown } from './write-markdown.mjs';
import { writeReference } from './write-reference.mjs';

const site = inPackage('dist', 'site');
await rm(site, { recursive: true, force: true });
await build(inPackage('site'), { logLevel: 'warn' });
await writeMarkdown(site);
await writeReference(site);
await writeFileList(site, inPackage('dist', 'site.json'));
