import { type Edit, formOf } from '../../mutants/edits.js';
import type { PassedAnswer, PassedCall, Rule } from '../../mutants/mutant.js';

export const credentials = '/api/credentials/access_token';
export const tokenEndpoint = /\/oauth2\/access_token$/;
export const anyTokenEndpoint = /\/access_token$/;

/** Whether a call asks for a grant of this type. */
export const asks = (grantType: string) => (call: PassedCall) => formOf(call).get('grant_type') === grantType;

/** Whether a form has this field. */
export const sends = (field: string) => (call: PassedCall) => formOf(call).has(field);

export const lacks = (field: string) => (call: PassedCall) => !formOf(call).has(field);

/** Whether the query of a call has this field. */
export const inQuery = (field: string) => (call: PassedCall) =>
  new URL(call.path, 'http://proxy').searchParams.has(field);

/** Answers tokens to whoever asks. */
export const grantAnyway: Edit = (answer) => {
  answer.status = 200;
  answer.body = Buffer.from(
    JSON.stringify({
      scope: 'openid profile email qualified',
      exires_in: 300,
      token_type: 'Bearer',
      access_token: 'given-to-whoever-asks',
      refresh_token: 'given-as-well',
      expires_in: 300,
    }),
  );
};

/** Refuses with this error. */
export const refuse =
  (status: number, error: string): Edit =>
  (answer) => {
    answer.status = status;
    answer.body = Buffer.from(JSON.stringify({ error, error_description: 'Refused by the proxy.' }));
  };

/** Passes no call a second time whose body was seen before: the answer is the first one. */
export function answersAgain(isMeant: (call: PassedCall) => boolean): () => Rule {
  return () => {
    const seen = new Map<string, PassedAnswer>();
    return async (call, pass) => {
      if (call.service !== 'auth' || !isMeant(call)) return pass();
      const key = call.body.toString();
      const known = seen.get(key);
      if (known !== undefined) return copyOf(known);
      const answer = await pass();
      if (answer.status === 200) seen.set(key, copyOf(answer));
      return answer;
    };
  };
}

/** Refuses what was refused before under another name, as if the first, wrong call had used it up. */
export function usedUpBy(field: string, isMeant: (call: PassedCall) => boolean): () => Rule {
  return () => {
    const usedUp = new Set<string>();
    return async (call, pass) => {
      const value = formOf(call).get(field);
      if (call.service !== 'auth' || value === null || !isMeant(call)) return pass();
      const answer = await pass();
      if (usedUp.has(value)) refuse(400, 'invalid_grant')(answer, call);
      else if (answer.status >= 400) usedUp.add(value);
      return answer;
    };
  };
}

/** Keeps calls from the service. */
export function swallow(isMeant: (call: PassedCall) => boolean, answer: () => PassedAnswer): () => Rule {
  return () => (call, pass) => (call.service === 'auth' && isMeant(call) ? Promise.resolve(answer()) : pass());
}

export const emptyAnswer = (): PassedAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: Buffer.from('{}'),
});

function copyOf({ status, headers, body }: PassedAnswer): PassedAnswer {
  return { status, headers: { ...headers }, body };
}

/** Changes what introspection says. */
export function about(values: object): () => Rule {
  return () => async (call, pass) => {
    const answer = await pass();
    if (call.service === 'auth' && call.path.endsWith('/introspect')) answer.body = Buffer.from(JSON.stringify(values));
    return answer;
  };
}
