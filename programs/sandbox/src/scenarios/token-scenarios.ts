import { errorCode } from '@trading-platform/domain-types';
import { type Action, type Call, pass } from './call.js';
import { between, chance } from './chance.js';
import type { Scenario } from './scenario.js';

const ended: Action = { do: 'refuse', refusal: { status: 401, code: errorCode.tokenInvalid } };

/** The first token is valid for one call, later ones for a few. */
function isEnded({ seed, token }: Call): boolean {
  if (token === undefined) return false;
  const calls = token.number === 1 ? 1 : between(3, 5, chance(seed, 'token', token.number));
  return token.calls > calls;
}

/** What can happen to tokens. */
export const tokenScenarios: readonly Scenario[] = [
  {
    name: 'token-expires',
    title: { en: 'The token ends in the middle', ja: '途中でトークンが失効する' },
    happens: {
      en: 'The first access token is valid for one call, and later tokens for three to five calls. Then calls are refused with 401 and E100002.',
      ja: '最初のアクセストークンは1回、以降のトークンは3～5回の呼び出しで失効し、401・E100002 で拒否されます。',
    },
    goodClient: {
      en: 'It reissues the pair with the refresh token (a service account asks for a new token) and repeats the refused call. It keeps the data that it already has.',
      ja: 'リフレッシュトークンで再発行し（サービスアカウントはトークンを取得し直し）、拒否された呼び出しを再送します。取得済みのデータは破棄しません。',
    },
    outcome: 'all records',
    rule: (call) => (isEnded(call) ? ended : pass),
  },
  {
    name: 'reissue-lost',
    title: { en: 'The answer of a reissue is lost', ja: '再発行の応答が届かない' },
    happens: {
      en: 'The access token ends, and the answer of the reissue is lost: the platform has already replaced the refresh token.',
      ja: 'アクセストークンが失効し、再発行の応答が失われます。プラットフォームではリフレッシュトークンがすでに置き換わっています。',
    },
    goodClient: {
      en: 'It sends the same reissue again within 120 seconds and gets the same pair. A later reissue would look like theft.',
      ja: '120秒以内に同じ再発行を再送し、同じトークンの組を受け取ります。それより後では、盗用とみなされます。',
    },
    outcome: 'all records',
    rule: (call) => {
      if (call.kind === 'reissue' && call.repetition === 1) return { do: 'lose answer' };
      return isEnded(call) ? ended : pass;
    },
  },
];
