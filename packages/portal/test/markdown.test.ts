import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { plainMarkdown } from '../build/write-markdown.mjs';
import { languages, pagesOf } from '../site/.vitepress/navigation.mjs';

const sources = languages.flatMap(pagesOf).map((link) => `site${link}.md`);
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it.each(sources)('%s has no sign that only the builder of the guide understands', async (path) => {
  const text = await plainMarkdown(read(path));
  expect(text).toMatch(/^# /);
  expect(text.match(/^(?::::.*|<<<.*|<!--.*|<(?:svg|p|figure)\b.*)$|\{(?:setting|limit):\w+\}/gm)).toBeNull();
});

it('has the samples of a page, each with its language', async () => {
  const text = await plainMarkdown(read('site/start.md'));
  expect(text).toContain(`**Python**\n\n\`\`\`py\n${read('site/examples/start.py').trimEnd()}\n\`\`\``);
});

it('says a picture in words', async () => {
  expect(await plainMarkdown(read('site/batches.md'))).toContain('\nA request makes a waiting batch (1).');
  expect(await plainMarkdown(read('site/console.md'))).toMatch(/^!\[[^\]]+\]\(\/docs\/console\/overview-en\.png\)$/m);
});
