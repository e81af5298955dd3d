import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { mutantsOf } from '../src/groups/mutants.js';
import { type GroupName, groups } from '../src/requirement/groups.js';
import { listRequirements } from '../src/run/run-conformance.js';

const all = listRequirements();
const mutants = Object.values(mutantsOf).flat();
const document = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

/** Sections of the contract, and open points by the anchors that their headings get. */
const sources = new Set([
  ...[...document('contract.md').matchAll(/^#{2,3} (\d+(?:\.\d+)?)\.? /gm)].map(([, section = '']) => section),
  ...[...document('open-points.md').matchAll(/^### (.+)$/gm)].map(
    ([, title = '']) =>
      `open-points: ${title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-')}`,
  ),
]);

describe('requirements', () => {
  it('have unique ids with the letters of their group', () => {
    const wrong = all.filter(({ id, group }) => !new RegExp(`^${groups[group].letters}-\\d{3}$`).test(id));
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('name an existing section of the contract or open point', () => {
    expect(all.filter(({ source }) => !sources.has(source)).map(({ id, source }) => `${id} ${source}`)).toEqual([]);
  });

  it('cover every section of the contract except the one about events, and every open point that the README does not name', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const [, list = ''] = /\*\*What no requirement judges\*\*([^]*?)\n## /.exec(readme) ?? [];
    const named = [...list.matchAll(/`([\w-]+)`/g)].map(([, anchor = '']) => `open-points: ${anchor}`);
    const judged = new Set(all.map(({ source }) => source));
    expect([...sources].filter((source) => !judged.has(source)).toSorted()).toEqual(['6', ...named].toSorted());
  });

  it('have one sentence each, and all sentences differ', () => {
    expect(all.filter(({ says }) => !/^\S.*\.$/.test(says)).map(({ id }) => id)).toEqual([]);
    expect(new Set(all.map(({ group, says }) => `${group} ${says}`)).size).toBe(all.length);
  });

  it('have at least one mutant each', () => {
    const noticed = new Set(mutants.flatMap(({ noticedBy }) => noticedBy));
    expect(all.filter(({ id }) => !noticed.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

describe('mutants', () => {
  it('are noticed by existing requirements', () => {
    const ids = new Set(all.map(({ id }) => id));
    const lost = mutants.filter(({ noticedBy }) => noticedBy.length === 0 || noticedBy.some((id) => !ids.has(id)));
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  it.each(Object.keys(groups) as GroupName[])('of the group %s have different names', (group) => {
    const names = mutantsOf[group].map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
