import { describe, expect, it } from '@jest/globals';
import { landingHeaders, renderLandingPage } from './landing-page.js';
import { languageOf, prefersPage } from './reader-wishes.js';

const chrome = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

describe('prefersPage', () => {
  it.each([
    ['a browser', chrome, true],
    ['who names a page only', 'text/html', true],
    ['curl, which takes anything', '*/*', false],
    ['who says nothing', undefined, false],
    ['who names both, and the page first', 'text/html, application/json', true],
    ['who names both, and JSON first', 'application/json, text/html', false],
    ['who names JSON, and then anything', 'application/json, text/plain, */*', false],
    ['who names JSON', 'application/json', false],
    ['who would rather have JSON', 'text/html;q=0.5, application/json', false],
    ['who takes neither', 'image/png', false],
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

  it('speaks the language of the reader, in the page and in its links', () => {
    expect(renderLandingPage(page, 'ja')).toMatch(/<html lang="ja">[^]*<h1>あ<[^]*href="\/docs\/ja\/">読む</);
    expect(renderLandingPage(page, 'en')).toMatch(/<h1>A &amp; B<[^]*It &lt;works>[^]*href="\/docs\/">Read</);
  });

  it('has a policy that allows nothing but its own style', () => {
    expect(landingHeaders['Content-Security-Policy']).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]{44}';/);
  });
});
