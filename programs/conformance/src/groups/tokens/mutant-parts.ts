import { drop, put, rename } from '../../mutants/bodies.js';
import { changeForm, formOf } from '../../mutants/calls.js';
import { status, whenRefused } from '../../mutants/edits.js';
import type { Edit, Is, PassedAnswer, Rule } from '../../mutants/mutant.js';
import { type Row, remembering, rememberingCalls } from '../../mutants/table.js';

export const credentials = '/api/credentials/access_token';
export const tokenEndpoint = /\/oauth2\/access_token$/;
export const anyTokenEndpoint = /\/access_token$/;

/** Gives tokens to every caller. */
const granted: Edit = (answer) => {
  const tokens = { access_token: 'given-to-whoever-asks', refresh_token: 'given-as-well' };
  const record = { scope: 'openid profile email qualified', exires_in: 300, token_type: 'Bearer', ...tokens };
  answer.status = 200;
  answer.body = Buffer.from(JSON.stringify({ ...record, expires_in: 300 }));
};

/** Mutants of refused token requests. Each mutant belongs to one of the given requirements. */
export function tokenRefusalRows(ids: string): readonly Row<Edit>[] {
  return ids.split(' ').flatMap((id): readonly Row<Edit>[] => [
    [`${id}: tokens are granted`, id, whenRefused(granted)],
    [`${id}: another error`, id, whenRefused(put('', 'error', 'server_error'))],
    [`${id}: another status`, id, whenRefused(status(418))],
  ]);
}

/** Answers with a refusal that has this status and this error. */
export function refuse(code: number, error: string): Edit {
  return (answer) => {
    answer.status = code;
    answer.body = Buffer.from(JSON.stringify({ error, error_description: 'Refused by the proxy.' }));
  };
}

/** Spells the field `exires_in` correctly. The contract misspells this field, and the misspelling must be kept. */
export const spelledRight: readonly Edit[] = [drop('', 'expires_in'), rename('', 'exires_in', 'expires_in')];

/** If a call has the same body as an earlier call, returns the earlier answer without asking the service. */
export function answersAgain(isMeant: Is): () => Rule {
  return () => {
    const seen = new Map<string, PassedAnswer>();
    return async (call, pass) => {
      if (!isMeant(call)) return pass();
      const key = call.body.toString();
      const known = seen.get(key);
      if (known !== undefined) return copyOf(known);
      const answer = await pass();
      if (answer.status === 200) seen.set(key, copyOf(answer));
      return answer;
    };
  };
}

export function copyOf({ status: code, headers, body }: PassedAnswer): PassedAnswer {
  return { status: code, headers: { ...headers }, body };
}

/**
 * Refuses the second call that has the same value in a field. The second call is refused only if `after` accepts the
 * answer to the first call; by default `after` accepts every answer.
 */
export function refusedOnce(
  field: string,
  isMeant: Is,
  error = 'invalid_grant',
  after: (answer: PassedAnswer) => boolean = () => true,
): () => Rule {
  return remembering(() => {
    const usedUp = new Set<string>();
    return (answer, call) => {
      const value = isMeant(call) ? formOf(call).get(field) : null;
      if (value === null) return;
      const isUsedUp = usedUp.has(value);
      if (after(answer)) usedUp.add(value);
      if (isUsedUp) refuse(400, error)(answer, call);
    };
  });
}

/** Refuses a code or a token that was already part of a refused call. */
export const usedUpBy = (field: string, isMeant: Is): (() => Rule) =>
  refusedOnce(field, isMeant, 'invalid_grant', (answer) => answer.status >= 400);

/**
 * Prevents the service from noticing that a value is sent a second time. In the second call, the service receives an
 * unknown value instead.
 */
export function unnoticedRepeat(field: string, isMeant: Is, unknown: string): () => Rule {
  return rememberingCalls(() => {
    const seen = new Set<string>();
    return (call) => {
      const value = isMeant(call) ? formOf(call).get(field) : null;
      if (value === null) return;
      if (seen.has(value)) changeForm((form) => form.set(field, unknown))(call);
      seen.add(value);
    };
  });
}

/** Answers every request with this body. */
export function bodyIs(values: object): Edit {
  return (answer) => {
    answer.body = Buffer.from(JSON.stringify(values));
  };
}
