import { changeForm, formOf } from '../../mutants/calls.js';
import { drop, rename } from '../../mutants/edits.js';
import type { Edit, Is, PassedAnswer, PassedCall, Rule } from '../../mutants/mutant.js';

export const credentials = '/api/credentials/access_token';
export const tokenEndpoint = /\/oauth2\/access_token$/;
export const anyTokenEndpoint = /\/access_token$/;

/** Whether a field of the form has this value. */
export const is =
  (field: string, value: string): Is =>
  (call) =>
    formOf(call).get(field) === value;

/** Whether a call asks for a grant of this type. */
export const asks = (grantType: string): Is => is('grant_type', grantType);

/** Whether a form has this field. */
export const sends =
  (field: string): Is =>
  (call) =>
    formOf(call).has(field);

export const lacks =
  (field: string): Is =>
  (call) =>
    !formOf(call).has(field);

/** Tokens for whoever asks. */
export const granted: Edit = (answer) => {
  const tokens = { access_token: 'given-to-whoever-asks', refresh_token: 'given-as-well' };
  const record = { scope: 'openid profile email qualified', exires_in: 300, token_type: 'Bearer', ...tokens };
  answer.status = 200;
  answer.body = Buffer.from(JSON.stringify({ ...record, expires_in: 300 }));
};

/** Refuses with this error. */
export function refuse(status: number, error: string): Edit {
  return (answer) => {
    answer.status = status;
    answer.body = Buffer.from(JSON.stringify({ error, error_description: 'Refused by the proxy.' }));
  };
}

/** `exires_in` without its slip of the pen. */
export const spelledRight: readonly Edit[] = [drop('', 'expires_in'), rename('', 'exires_in', 'expires_in')];

/** Passes no call a second time whose body was seen before: the answer is the first one. */
export function answersAgain(isMeant: Is): () => Rule {
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

export function copyOf({ status, headers, body }: PassedAnswer): PassedAnswer {
  return { status, headers: { ...headers }, body };
}

/** The value of a field of a form that is meant. */
function valueOf(call: PassedCall, field: string, isMeant: Is): string | null {
  return call.service === 'auth' && isMeant(call) ? formOf(call).get(field) : null;
}

/** Refuses each value of a field that had an answer like this before. */
export function refusedOnce(
  field: string,
  isMeant: Is,
  { after, error = 'invalid_grant' }: { readonly after: (answer: PassedAnswer) => boolean; readonly error?: string },
): () => Rule {
  return () => {
    const usedUp = new Set<string>();
    return async (call, pass) => {
      const value = valueOf(call, field, isMeant);
      const answer = await pass();
      if (value === null) return answer;
      const isUsedUp = usedUp.has(value);
      if (after(answer)) usedUp.add(value);
      if (isUsedUp) refuse(400, error)(answer, call);
      return answer;
    };
  };
}

/** As if a first, wrong call had used a code or a token up. */
export const usedUpBy = (field: string, isMeant: Is): (() => Rule) =>
  refusedOnce(field, isMeant, { after: ({ status }) => status >= 400 });

/** Hides from the service that a value comes a second time: it gets one that nobody has. */
export function unnoticedRepeat(field: string, isMeant: Is, unknown: string): () => Rule {
  return () => {
    const seen = new Set<string>();
    return (call, pass) => {
      const value = valueOf(call, field, isMeant);
      if (value === null) return pass();
      if (seen.has(value)) changeForm((form) => form.set(field, unknown))(call);
      seen.add(value);
      return pass();
    };
  };
}

/** Another body, whatever was asked. */
export function bodyIs(values: object): Edit {
  return (answer) => {
    answer.body = Buffer.from(JSON.stringify(values));
  };
}
