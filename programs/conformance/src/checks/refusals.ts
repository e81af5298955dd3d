import { each, json, onApi, whenCall, whenStatus } from '../mutants/edits.js';
import type { Mutant, PassedAnswer } from '../mutants/mutant.js';
import type { WantedError } from '../probe/answer.js';
import type { Need, Requirement } from '../requirement/requirement.js';

/** A defective request, and what it is told. */
export interface RefusedRequest {
  readonly id: string;
  readonly source: string;
  readonly says: string;
  readonly path: string;
  /** Default: `POST` of this body by `head`. */
  readonly body: object;
  readonly error: WantedError;
  /** Default: 400. */
  readonly status?: number;
  readonly needs?: readonly Need[];
}

/** The request is refused with this one error. */
export function refusal({ path, body, error, status = 400, ...rest }: RefusedRequest): Requirement {
  return { ...rest, check: async (probe) => (await probe.call(path, body)).expectRefusal(status, error) };
}

/** A list of so many equal elements. */
export function times<Element>(count: number, element: Element): readonly Element[] {
  return Array.from({ length: count }, () => element);
}

/** In turn: another code, another field, and the request taken as if it were sound. */
export function refusalMutants(rows: readonly RefusedRequest[]): readonly Mutant[] {
  return rows.map((row, index) => {
    const [what, edit] = ways[index % ways.length]!;
    return {
      name: `${row.says} – ${what}`,
      noticedBy: [row.id],
      rule: onApi(
        row.path,
        whenCall(({ body }) => body.toString() === JSON.stringify(row.body), whenStatus(row.status ?? 400, edit)),
      ),
    };
  });
}

const ways = [
  ['another code', each('error_list', (entry) => void (entry['error_code'] = 'E000099'))],
  ['no field named', each('error_list', (entry) => void (entry['error_item'] = ''))],
  ['accepted', accepted],
  ['told twice', json((body) => void (body['error_list'] = [body['error_list'], body['error_list']].flat()))],
] as const;

function accepted(answer: PassedAnswer): void {
  answer.status = 200;
  answer.body = Buffer.from('{"request_id":"0","result":0,"error_list":[],"batch_id":"1"}');
}
