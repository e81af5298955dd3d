import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** Whose changes callers see. */
const callersPackages = /^['"]@trading-platform\/(?:api|auth|client|tp)['"]:/m;
const folder = new URL('../../../.changeset/', import.meta.url);

/** Changesets that are not yet part of a version. */
const changesets = readdirSync(folder)
  .filter((name) => name.endsWith('.md') && callersPackages.test(readFileSync(new URL(name, folder), 'utf8')))
  .map((name) => name.replace('.md', ''));

/** The changesets that a page names in the comment behind each line. */
function told(page: string): readonly string[] {
  const source = readFileSync(new URL(`../site/${page}`, import.meta.url), 'utf8');
  const comments = [...source.matchAll(/<!--([^]*?)-->/g)].map(([, comment = '']) => comment.replace(/^.*:/, ''));
  return comments.flatMap((comment) => comment.split(',').map((name) => name.trim()));
}

describe('the change log', () => {
  it.each(['changes.md', 'ja/changes.md'])('%s tells of every changeset that callers see', (page) => {
    expect(changesets.filter((name) => !told(page).includes(name))).toEqual([]);
  });

  it('tells of the same changes in both languages', () => {
    expect(told('ja/changes.md')).toEqual(told('changes.md'));
  });
});
