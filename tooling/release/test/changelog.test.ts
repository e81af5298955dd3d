import { globSync, readFileSync } from 'node:fs';
import { readChangesets } from '@changesets/read';
import { describe, expect, it } from '@jest/globals';
import { inRoot, rootFolder } from '@trading-platform/bootstrap/root-folder';
import { asReleased, withVersion, writtenVersion } from '../changelog.mjs';
import { type Changeset, entriesFor, entryOf } from '../changesets.mjs';
import { deployedVersions } from '../deployed-versions.mjs';
import { withRelease } from '../portal-changes.mjs';

const changeset = (summary: string, name = 'ordering'): Changeset => ({
  id: 'brave-change',
  summary,
  releases: [{ name: `@trading-platform/${name}`, type: 'minor' }],
});

describe('entryOf', () => {
  it('reads the group, the sentence, and the Japanese sentence for callers', () => {
    expect(entryOf(changeset('Changed: `load` takes\nless memory.'))).toEqual({
      group: 'Changed',
      text: '`load` takes less memory.',
      japanese: undefined,
    });
    expect(entryOf(changeset('Added: It waits.\n\nja: 待てるようになりました。', 'client'))).toEqual({
      group: 'Added',
      text: 'It waits.',
      japanese: '待てるようになりました。',
    });
  });

  it.each([
    ['It waits.', 'ordering', 'begins with one of "Added: "'],
    ['Fixed: It waits.', 'ordering', 'begins with one of "Added: "'],
    ['Added: It waits', 'ordering', 'has one sentence that ends with a full stop'],
    ['Added: It waits. It ends.', 'ordering', 'has one sentence'],
    ['Added: It waits.', 'tp', 'has a second paragraph in Japanese for callers'],
    ['Added: It waits.\n\nIt ends.', 'api', 'has a second paragraph in Japanese for callers'],
    ['Added: It waits.\n\nja: 待つ。', 'ordering', 'has only one paragraph'],
    ['Added: It waits.\n\nja: 待つ。\n\nMore.', 'auth', 'has no third paragraph'],
  ])('refuses %j of %s', (summary, name, message) => {
    expect(() => entryOf(changeset(summary, name))).toThrow(message);
  });

  it('reads every changeset of a package whose next section is not written by hand', async () => {
    const byHand = globSync('{apps,packages,programs}/*/CHANGELOG.md', { cwd: rootFolder })
      .map((path) => readFileSync(inRoot(path), 'utf8'))
      .filter((text) => writtenVersion(text) !== undefined)
      .map((text) => /^# (\S+)/.exec(text)?.[1]);
    const changesets = await readChangesets(rootFolder);
    const names = new Set(changesets.flatMap(({ releases }) => releases.map(({ name }) => name)));
    const read = [...names].filter((name) => !byHand.includes(name)).map((name) => entriesFor(changesets, name));
    expect(read.flat().every(({ text }) => text !== '')).toBe(true);
  });
});

describe('withVersion', () => {
  it('groups entries, and puts the version on top of older ones', () => {
    const entries = entriesFor(
      [changeset('Corrected: It ends.'), changeset('Added: It waits.'), changeset('Added: It counts.', 'files')],
      '@trading-platform/ordering',
    );
    expect(withVersion('# ordering\n\n## 1.0.0\n\nThe first.\n', '1.1.0', entries)).toBe(
      '# ordering\n\n## 1.1.0\n\n### Added\n\n- It waits.\n\n### Corrected\n\n- It ends.\n\n## 1.0.0\n\nThe first.\n',
    );
  });

  it('does not name dependencies with new versions', () => {
    expect(withVersion('# ordering\n', '1.0.1', [])).toBe('# ordering\n\n## 1.0.1\n\nNothing changed for its users.\n');
  });
});

it('releases a section that was written by hand', () => {
  const changelog = '# ordering\n\n## 1.0.0\n\nNot released yet.\n\nThe first.\n';
  expect(writtenVersion(changelog)).toBe('1.0.0');
  expect(asReleased(changelog)).toBe('# ordering\n\n## 1.0.0\n\nThe first.\n');
  expect(writtenVersion(asReleased(changelog))).toBeUndefined();
});

describe('the change log of the portal', () => {
  const made = {
    date: '2026-12-01',
    versionOf: (name: string) => (name === 'client' ? '1.1.0' : '1.0.0'),
    entriesOf: (name: string) =>
      entriesFor(
        [
          changeset('Removed: It stays.\n\nja: 残ります。', 'client'),
          changeset('Added: It waits.\n\nja: 待ちます。', 'client'),
        ],
        `@trading-platform/${name}`,
      ),
  };
  const client = {
    name: 'client',
    version: '1.1.0',
    entries: [
      { group: 'Added', en: 'It waits.', ja: '待ちます。' },
      { group: 'Removed', en: 'It stays.', ja: '残ります。' },
    ],
  };

  it('gets the packages whose changes callers see', () => {
    expect(withRelease([{ date: '2026-11-30', packages: [] }], made)).toEqual([
      { date: '2026-12-01', packages: [client] },
      { date: '2026-11-30', packages: [] },
    ]);
    expect(withRelease([], { ...made, entriesOf: () => [] })).toEqual([]);
  });

  it('gets date and versions if its section was written by hand', () => {
    const packages = [{ ...client, version: '1.0.0' }];
    expect(withRelease([{ date: null, packages }], made)).toEqual([{ date: '2026-12-01', packages: [client] }]);
  });
});

describe('deploy/', () => {
  it.each([...deployedVersions(rootFolder)])('names the versions of the manifests in %s', (path, text) => {
    expect(readFileSync(inRoot(path), 'utf8')).toBe(text);
  });
});
