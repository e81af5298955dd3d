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
  it('have ids of their group that are there once', () => {
    const wrong = all.filter(({ id, group }) => !new RegExp(`^${groups[group].letters}-\\d{3}$`).test(id));
    expect(wrong.map(({ id }) => id)).toEqual([]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('name a section of the contract or an open point that there is', () => {
    expect(all.filter(({ source }) => !sources.has(source)).map(({ id, source }) => `${id} ${source}`)).toEqual([]);
  });

  it('are there for every section of the contract but that about events, and for every open point but those that the README names', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const [, list = ''] = /\*\*What no requirement judges\*\*([^]*?)\n## /.exec(readme) ?? [];
    const named = [...list.matchAll(/`([\w-]+)`/g)].map(([, anchor = '']) => `open-points: ${anchor}`);
    const judged = new Set(all.map(({ source }) => source));
    expect([...sources].filter((source) => !judged.has(source)).toSorted()).toEqual(['6', ...named].toSorted());
  });

  it('say it in a sentence, each in its own', () => {
    expect(all.filter(({ says }) => !/^\S.*\.$/.test(says)).map(({ id }) => id)).toEqual([]);
    expect(new Set(all.map(({ group, says }) => `${group} ${says}`)).size).toBe(all.length);
  });

  it('have a mutant each', () => {
    const noticed = new Set(mutants.flatMap(({ noticedBy }) => noticedBy));
    expect(all.filter(({ id }) => !noticed.has(id)).map(({ id }) => id)).toEqual([]);
  });
});

describe('mutants', () => {
  it('are noticed by requirements that there are', () => {
    const ids = new Set(all.map(({ id }) => id));
    const lost = mutants.filter(({ noticedBy }) => noticedBy.length === 0 || noticedBy.some((id) => !ids.has(id)));
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  it.each(Object.keys(groups) as GroupName[])('of the group %s have names of their own', (group) => {
    const names = mutantsOf[group].map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});
