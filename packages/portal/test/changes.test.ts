import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { changes, type Release, versions } from '../build/changes.mjs';

const releases: readonly Release[] = JSON.parse(
  readFileSync(new URL('../site/releases.json', import.meta.url), 'utf8'),
);
const entries = releases.flatMap(({ packages }) => packages.flatMap((each) => each.entries));

describe('the change log', () => {
  it('has each sentence in both languages', () => {
    expect(entries.filter(({ en, ja }) => !/[.]$/.test(en) || !/[。）]$/.test(ja))).toEqual([]);
  });

  it('has sections by date, the newest first, of which only the newest waits for its release', () => {
    const dates = releases.map(({ date }) => date ?? '9999-12-31');
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('shows versions, groups and dates in the words of each language', () => {
    const release: Release = {
      date: '2026-12-01',
      packages: [
        { name: 'client', version: '1.2.0', entries: [{ group: 'Changed', en: 'Faster.', ja: '速くなりました。' }] },
      ],
    };
    expect(changes([release, { ...release, date: null }], 'en')).toBe(
      [
        '## 1 December 2026',
        '### SDK `@trading-platform/client` 1.2.0',
        '- **Changed**: Faster.',
        '## Not released yet',
        '### SDK `@trading-platform/client` 1.2.0',
        '- **Changed**: Faster.',
      ].join('\n\n'),
    );
    expect(changes([release], 'ja')).toBe(
      ['## 2026年12月1日', '### SDK（`@trading-platform/client`） 1.2.0', '- **変更**：速くなりました。'].join('\n\n'),
    );
  });
});

const versionOf = (app: string) => {
  const manifest = readFileSync(new URL(`../../../apps/${app}/package.json`, import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};

it('the footer names the versions of the manifests, in the words of each language', () => {
  const [api, auth] = [versionOf('api'), versionOf('auth')];
  expect(versions('en')).toBe(`Data API ${api} · Authentication server ${auth}`);
  expect(versions('ja')).toBe(`データAPI ${api} · 認証サーバー ${auth}`);
});
