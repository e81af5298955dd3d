import { put, status } from '../mutants/edits.js';
import type { Mutant, PassedAnswer, PassedCall, Rule } from '../mutants/mutant.js';
import type { WantedError } from '../probe/answer.js';
import type { CallOptions } from '../probe/probe.js';
import type { Requirement } from '../requirement/requirement.js';

/** A call of the data API that is to be refused, as one row of a table. */
export interface RefusedCall {
  readonly id: string;
  readonly source: string;
  readonly says: string;
  readonly path: string;
  readonly body: unknown;
  readonly options?: CallOptions;
  /** Default: 400. */
  readonly status?: number;
  readonly errors: readonly WantedError[];
}

/** The requirement that a call is refused with exactly these errors. */
export function refusalRequirement({
  id,
  source,
  says,
  path,
  body,
  options,
  status: code = 400,
  errors,
}: RefusedCall): Requirement {
  return {
    id,
    source,
    says,
    check: async (probe) => (await probe.call(path, body, options)).expectRefusal(code, ...errors),
  };
}

/** What a deployment does wrong with such a call: it takes it, names another code, another status, or another field. */
export function refusalMutants({ id, path, errors }: RefusedCall): readonly Mutant[] {
  const [[item] = ['']] = errors;
  const on = (name: string, change: (answer: PassedAnswer, call: PassedCall) => void): Mutant => ({
    name: `${id}: ${name}`,
    noticedBy: [id],
    rule: () => afterwards(path, change),
  });
  return [
    on('it is taken', accept),
    on('another code', put('error_list', 'error_code', 'E999999')),
    item === '' ? on('HTTP 422', status(422)) : on('the field is not named', put('error_list', 'error_item', '')),
  ];
}

function afterwards(path: string, change: (answer: PassedAnswer, call: PassedCall) => void): Rule {
  return async (call, pass) => {
    const answer = await pass();
    if (call.service === 'api' && call.path === path) change(answer, call);
    return answer;
  };
}

function accept(answer: PassedAnswer): void {
  answer.status = 200;
  answer.body = Buffer.from(
    '{"request_id":"019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11","result":0,"error_list":[],"batch_id":"1"}',
  );
}
