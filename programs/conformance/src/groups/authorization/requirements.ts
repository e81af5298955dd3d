import { randomUUID } from 'node:crypto';
import type { Answer } from '../../probe/answer.js';
import type { Probe } from '../../probe/probe.js';
import { authorize, callbackOf, openPage, signIn, submit } from '../../probe/sign-in.js';
import type { Requirement } from '../../requirement/requirement.js';
import { defectRequirements } from './defects.js';

const needs = ['redirect uri'] as const;
const pageErrors = 'open-points: errors-of-the-authorization-page';

export const authorizationRequirements: readonly Requirement[] = [
  {
    id: 'AUT-001',
    source: '4.1',
    says: 'A valid request gets a page with a form for user ID and password.',
    needs,
    check: async (probe) => {
      const page = await openPage(probe);
      page.answer.expectHeader('content-type', /^text\/html/i);
      page.answer.expect(page.userField !== '', 'the form has no field for a user ID');
    },
  },
  {
    id: 'AUT-002',
    source: '4.1',
    says: 'After sign-in the browser goes to exactly the registered redirect_uri.',
    needs,
    check: async (probe) => {
      const answer = await signIn(probe);
      const { redirectUri = '' } = probe.account();
      const [place = ''] = (answer.header('location') ?? '').split('?');
      answer.expectEqual(place, redirectUri.split('?')[0], 'the address of the redirect');
    },
  },
  {
    id: 'AUT-003',
    source: '4.1',
    says: 'The redirect after sign-in has a code.',
    needs,
    check: async (probe) => {
      const answer = await signIn(probe);
      answer.expect((callbackOf(answer).get('code') ?? '') !== '', 'the redirect has no code');
    },
  },
  {
    id: 'AUT-004',
    source: '4.1',
    says: 'The state is returned unchanged, even with special characters.',
    needs,
    check: async (probe) => {
      const state = 'a+b c&d=é%2F日本';
      const answer = await signIn(probe, { state });
      answer.expectEqual(callbackOf(answer).get('state'), state, 'state');
    },
  },
  {
    id: 'AUT-005',
    source: '4.1',
    says: 'Without a state in the request, the redirect has none.',
    needs,
    check: async (probe) => {
      const answer = await signIn(probe, { state: undefined });
      answer.expectEqual(callbackOf(answer).has('state'), false, 'whether there is a state');
    },
  },
  {
    id: 'AUT-006',
    source: 'open-points: pkce-and-iss',
    says: 'The redirect has iss, which is the issuer in the metadata.',
    needs,
    check: async (probe) => {
      const answer = await signIn(probe);
      const metadata = (await probe.auth('/.well-known/oauth-authorization-server')).expectStatus(200);
      answer.expectEqual(callbackOf(answer).get('iss'), metadata.body['issuer'], 'iss');
    },
  },
  {
    id: 'AUT-007',
    source: pageErrors,
    says: 'The browser is sent to the callback with HTTP 303.',
    needs,
    check: async (probe) => (await signIn(probe)).expectStatus(303),
  },
  {
    id: 'AUT-008',
    source: '4.1',
    says: 'Each sign-in gets a different code.',
    needs,
    check: async (probe) => {
      const [first, second] = [await signIn(probe), await signIn(probe)];
      second.expect(
        callbackOf(first).get('code') !== callbackOf(second).get('code'),
        'both redirects have the same code',
      );
    },
  },
  {
    id: 'AUT-009',
    source: '4.1',
    says: 'A state whose bytes are not UTF-8 is returned byte for byte.',
    needs,
    check: async (probe) => {
      const answer = await submit(probe, await openPage(probe, { state: undefined }, '&state=%FF%FE%E3%81'));
      const [, state] = /[?&]state=([^&]*)/.exec(answer.header('location') ?? '') ?? [];
      answer.expectEqual(state?.toUpperCase(), '%FF%FE%E3%81', 'state');
    },
  },
  ...defectRequirements,
  {
    id: 'AUT-015',
    source: pageErrors,
    says: 'A redirect_uri that only begins like the registered one is refused.',
    needs,
    check: async (probe) => {
      const { redirectUri } = probe.account();
      const answer = await authorize(probe, { redirect_uri: `${redirectUri}/more` });
      answer.expectStatus(400).expectNoHeader('location');
    },
  },
  {
    id: 'AUT-025',
    source: '4.1',
    says: 'A redirect with an error has error_description and the state.',
    needs,
    check: async (probe) => {
      const answer = await authorize(probe, { scope: 'openid', state: 'kept' });
      const query = callbackOf(answer);
      answer.expectEqual(query.get('state'), 'kept', 'state');
      answer.expect((query.get('error_description') ?? '') !== '', 'there is no error_description');
    },
  },
  {
    id: 'AUT-030',
    source: pageErrors,
    says: 'A wrong password shows the page again with HTTP 400 and does not redirect.',
    needs,
    check: async (probe) => (await wrongPassword(probe)).expectStatus(400).expectNoHeader('location'),
  },
  {
    id: 'AUT-031',
    source: '4.1',
    says: 'The page after a wrong user ID is the same as after a wrong password: it does not say which of the two was wrong.',
    needs,
    check: async (probe) => {
      const password = await wrongPassword(probe);
      const { user, userId } = await wrongUser(probe);
      user.expectEqual(user.status, password.status, 'the status for a wrong user ID');
      user.expectEqual(wordsOf(user, userId), wordsOf(password, probe.account().userId), 'the text of the page');
    },
  },
  {
    id: 'AUT-032',
    source: '4.1',
    says: 'Cancel redirects to the callback with error=access_denied, the state and no code.',
    needs,
    check: async (probe) => {
      const page = await openPage(probe, { state: 'kept' });
      if (Object.keys(page.cancel).length === 0)
        probe.cannotJudge('the page has no button whose name or text is cancel');
      const answer = await submit(probe, page, { userId: '', password: '' }, page.cancel);
      const query = callbackOf(answer);
      answer.expectEqual(
        [query.get('error'), query.get('state'), query.has('code')],
        ['access_denied', 'kept', false],
        'the error, the state, and whether there is a code',
      );
    },
  },
  {
    id: 'AUT-033',
    source: pageErrors,
    says: 'After a wrong password, the page does not contain the password.',
    needs,
    check: async (probe) => {
      const answer = await wrongPassword(probe);
      answer.expect(!answer.text.includes(wrong), 'the page repeats the password');
    },
  },
  {
    id: 'AUT-034',
    source: pageErrors,
    says: 'Every request asks for the password: a browser that has signed in sees the form again.',
    level: 'should',
    needs,
    check: async (probe) => {
      const page = await openPage(probe);
      const redirect = await submit(probe, page);
      const kept = redirect.exchange.cookies.map((cookie) => cookie.split(';')[0]).join('; ');
      const cookies = [page.cookies, kept].filter((text) => text !== '').join('; ');
      const again = await probe.send({
        ...page.answer.exchange.sent,
        headers: { ...page.answer.exchange.sent.headers, Cookie: cookies },
      });
      again.expectStatus(200).expect(/type="password"/i.test(again.text), 'the page does not ask for a password');
    },
  },
  {
    id: 'AUT-040',
    source: pageErrors,
    says: 'The page may not be shown in a frame of another site.',
    needs,
    check: async (probe) => {
      const { answer } = await openPage(probe);
      const policy = answer.header('content-security-policy') ?? '';
      const isForbidden =
        /frame-ancestors\s+'none'/.test(policy) || /^deny$/i.test(answer.header('x-frame-options') ?? '');
      answer.expect(isForbidden, 'neither frame-ancestors nor X-Frame-Options forbids frames');
    },
  },
  {
    id: 'AUT-041',
    source: '4.1',
    says: 'Browsers and proxies must not store the page.',
    needs,
    check: async (probe) => (await openPage(probe)).answer.expectHeader('cache-control', /no-store/),
  },
  {
    id: 'AUT-042',
    source: pageErrors,
    says: 'A form signs nobody in if it does not come from the page of the same browser.',
    needs,
    check: async (probe) => {
      const page = await openPage(probe);
      const answer = await submit(probe, { ...page, cookies: '', hidden: {} });
      answer.expectNoHeader('location').expect(answer.status >= 400, `HTTP ${answer.status} is not a refusal`);
    },
  },
  {
    id: 'AUT-043',
    source: 'open-points: cross-origin-calls',
    says: 'The authorization page is never open to scripts of other origins.',
    needs,
    check: async (probe) => {
      const { answer } = await openPage(probe);
      const other = await probe.send({
        ...answer.exchange.sent,
        headers: { ...answer.exchange.sent.headers, Origin: 'https://shop.example' },
      });
      other.expectNoHeader('access-control-allow-origin');
    },
  },
];

const wrong = 'not the password of anybody';

/**
 * Sends a few wrong passwords and then the right password. It does this only once in a run, because the server counts
 * wrong passwords until the right one resets the count.
 */
function wrongPassword(probe: Probe): Promise<Answer> {
  return probe.once('authorization page, wrong password', async () => {
    const answer = await submit(probe, await openPage(probe), { userId: probe.account().userId, password: wrong });
    await submit(probe, await openPage(probe));
    return answer;
  });
}

function wrongUser(probe: Probe): Promise<{ readonly user: Answer; readonly userId: string }> {
  return probe.once('authorization page, wrong user', async () => {
    const userId = `nobody-${randomUUID()}`;
    return { userId, user: await submit(probe, await openPage(probe), { userId, password: wrong }) };
  });
}

/** Returns the text of a page without the typed values and without the parts that change each time. */
function wordsOf(answer: Answer, userId: string): string {
  return answer.text
    .replaceAll(userId, '')
    .split(/<\/(?:style|script)>/i)
    .map((text) => text.replace(/<(?:style|script)\b[^]*/i, ''))
    .join('')
    .replace(/<[^<>]*>/g, (tag) => (/^<input\b[^]*type="hidden"/i.test(tag) ? '' : ' '))
    .replace(/\s+/g, ' ');
}
