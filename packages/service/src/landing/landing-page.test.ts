import { describe, expect, it } from '@jest/globals';
import { landingHeaders, renderLandingPage } from './landing-page.js';
import { languageOf, prefersPage } from './reader-wishes.js';

const chrome = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('prefersPage', () => {
  it.each([
    ['a browser', chrome, true],
    ['a caller that names only a page', 'text/html', true],
    ['curl, which accepts anything', '*/*', false],
    ['a caller that names nothing', undefined, false],
    ['a caller that names both, the page first', 'text/html, application/json', true],
    ['a caller that names both, JSON first', 'application/json, text/html', false],
    ['a caller that names JSON, then anything', 'application/json, text/plain, */*', false],
    ['a caller that names JSON', 'application/json', false],
    ['a caller that prefers JSON', 'text/html;q=0.5, application/json', false],
    ['a caller that accepts neither', 'image/png', false],
  ])('%s', (_who, accept, expected) => {
    expect(prefersPage(accept === undefined ? {} : { accept })).toBe(expected);
  });
});

describe('languageOf', () => {
  it.each([
    ['ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
    ['en-US,en;q=0.9,ja;q=0.8', 'en'],
    ['fr-FR,fr', 'en'],
    [undefined, 'en'],
  ])('%s', (language, expected) => {
    expect(languageOf(language === undefined ? {} : { 'accept-language': language })).toBe(expected);
  });
});

describe('renderLandingPage', () => {
  const page = {
    title: { en: 'A & B', ja: 'あ' },
    purpose: { en: 'It <works>', ja: '動作中' },
    links: [{ href: { en: '/docs/', ja: '/docs/ja/' }, text: { en: 'Read', ja: '読む' } }],
  };

  it('uses the language of the reader, in the page and in its links', () => {
    expect(renderLandingPage(page, 'ja')).toMatch(/<html lang="ja">[^]*<h1>あ<[^]*href="\/docs\/ja\/">読む</);
    expect(renderLandingPage(page, 'en')).toMatch(/<h1>A &amp; B<[^]*It &lt;works>[^]*href="\/docs\/">Read</);
  });

  it('has a policy that allows only its own style', () => {
    expect(landingHeaders['Content-Security-Policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}';/);
  });
});
