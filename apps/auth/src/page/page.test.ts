import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { rights } from '@trading-platform/domain-types';
import { rightMeanings } from '@trading-platform/domain-types/meanings';
import {
  type Language,
  languages,
  negotiateLanguage,
  pageHeaders,
  renderConfirmPage,
  renderErrorPage,
  renderSignedOutPage,
  renderSignInPage,
} from './index.js';
import { pageTexts, type RequestProblem, type SignInProblem } from './page-texts.js';
import { passwordScript } from './password-script.js';

const hostile = `"><script>alert('x')</script>&`;
const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;';

function aSignInView(language: Language = 'en') {
  return {
    language,
    applicationName: 'Kaikei Cloud',
    rights,
    formAction: '/idp/oauth2/authorize?realm=%2Fapi&client_id=c',
    languageLinks: { en: '?lang=en', ja: '?lang=ja' },
    csrfToken: 'token-1',
    userId: 'tanaka',
  };
}

describe('language of a page', () => {
  it.each([
    [undefined, undefined, 'en'],
    ['', undefined, 'en'],
    ['ja', undefined, 'ja'],
    ['ja-JP,ja;q=0.9,en;q=0.8', undefined, 'ja'],
    ['fr,de;q=0.9', undefined, 'en'],
    ['en;q=0.3, ja;q=0.7', undefined, 'ja'],
    ['ja;q=0, en', undefined, 'en'],
    ['jav', undefined, 'en'],
    ['ja', 'en', 'en'],
    ['en', 'ja', 'ja'],
    ['ja', '../../etc', 'ja'],
    [`${'x,'.repeat(10_000)}ja`, undefined, 'en'],
  ])('Accept-Language %p and choice %p give %p', (header, chosen, language) => {
    expect(negotiateLanguage(header, chosen)).toBe(language);
  });
});

describe('sign-in page', () => {
  it.each(languages)('names the application, keeps the user ID and leaves the password empty (%s)', (language) => {
    const page = renderSignInPage(aSignInView(language));
    expect(page).toContain(`<html lang="${language}">`);
    expect(page).toContain(pageTexts[language].signInLead('Kaikei Cloud'));
    expect(page).toContain('value="tanaka"');
    expect(page).toMatch(/<input id="user_password"(?![^>]*value=)[^>]*type="password"/);
    expect(page).toContain('action="/idp/oauth2/authorize?realm=%2Fapi&amp;client_id=c"');
    expect(page).toContain('name="csrf_token" value="token-1"');
  });

  it.each(languages)('lists what the application may do, ordering and changing first (%s)', (language) => {
    const allowed = ['order', 'update', 'list'] as const;
    const words = [...allowed.map((right) => rightMeanings[right][language]), ...pageTexts[language].accessPoints];
    const view = { ...aSignInView(language), rights: allowed };
    for (const page of [renderSignInPage(view), renderConfirmPage(view)]) {
      const listed = /<section class="access">(.*?)<\/section>/s.exec(page)?.[1] ?? '';
      expect([...listed.matchAll(/<span>(.*?)<\/span>/g)].map(([, point]) => point)).toEqual(words);
    }
  });

  it('escapes everything that comes from outside', () => {
    const view = {
      ...aSignInView(),
      applicationName: hostile,
      userId: hostile,
      csrfToken: hostile,
      formAction: hostile,
    };
    for (const page of [renderSignInPage({ ...view, problem: 'wrong-credentials' }), renderConfirmPage(view)]) {
      expect(page).not.toContain(hostile);
      expect(page).not.toContain('<script>alert');
      expect(page).toContain(escaped);
    }
  });

  it.each(Object.keys(pageTexts.en.problems) as SignInProblem[])('announces %s', (problem) => {
    for (const language of languages) {
      const page = renderSignInPage({ ...aSignInView(language), problem });
      expect(page).toContain('role="alert"');
      expect(page).toContain(pageTexts[language].problems[problem]);
    }
  });

  it('says how long a lock lasts, in whole minutes', () => {
    const page = renderSignInPage({ ...aSignInView(), problem: 'locked', retryAfterSeconds: 61 });
    expect(page).toContain('Try again in 2 minutes.');
  });

  it('loads nothing, and runs only its script', () => {
    const page = renderSignInPage({ ...aSignInView(), problem: 'busy' });
    expect(page.replace(`<script>${passwordScript}</script>`, '')).not.toMatch(
      /<script|\son\w+=|\sstyle=|src=|<link rel="stylesheet"/,
    );
  });
});

describe('error page', () => {
  it.each(Object.keys(pageTexts.en.requestProblems) as RequestProblem[])(
    'says what is wrong and what to do: %s',
    (problem) => {
      for (const language of languages) {
        const page = renderErrorPage({ language, problem, requestId: hostile });
        expect(page).toContain(pageTexts[language].requestProblems[problem].todo);
        expect(page).toContain(escaped);
      }
    },
  );
});

describe('page headers', () => {
  it('allow the very style that stands in the pages', () => {
    const page = renderSignedOutPage({ language: 'ja' });
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(pageHeaders()['content-security-policy']).toContain(`style-src 'sha256-${hash}'`);
  });

  it('let a form lead on to wherever the application sends the browser, and allow no form elsewhere', () => {
    expect(pageHeaders({ hasForm: true })['content-security-policy']).not.toContain('form-action');
    expect(pageHeaders()['content-security-policy']).toContain("form-action 'none';");
  });

  it.each([true, false])('leave the window to the application that opened it (form: %p)', (hasForm) => {
    expect(Object.keys(pageHeaders({ hasForm }))).not.toContain('cross-origin-opener-policy');
  });

  it('keep, frame and refer nothing', () => {
    expect(pageHeaders()).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });
});
