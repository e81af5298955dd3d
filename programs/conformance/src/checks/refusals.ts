import { errorCode, errorItem, list } from '../mutants/bodies.js';
import { accepted, status, whenRefused } from '../mutants/edits.js';
import type { Edit, Mutant } from '../mutants/mutant.js';
import { onApi, type Row } from '../mutants/table.js';
import type { WantedError } from '../probe/answer.js';
import type { CallOptions } from '../probe/probe.js';
import type { Need, Requirement } from '../requirement/requirement.js';

/** A call that the data API must refuse. Calls of this kind are written as rows of a table. */
export interface RefusedCall {
  readonly id: string;
  readonly source: string;
  readonly says: string;
  readonly path: string;
  readonly body: unknown;
  /** By default the call is a `POST` by `head`. */
  readonly options?: CallOptions;
  /** Default: 400. */
  readonly status?: number;
  readonly errors: readonly WantedError[];
  readonly needs?: readonly Need[];
}

/** Requires that the call is refused with exactly these errors. */
export function refusal({ path, body, options, status: code = 400, errors, ...rest }: RefusedCall): Requirement {
  return { ...rest, check: async (probe) => (await probe.call(path, body, options)).expectRefusal(code, ...errors) };
}

/** Returns a list of equal elements, with the given length. */
export function times<Element>(count: number, element: Element): readonly Element[] {
  return Array.from({ length: count }, () => element);
}

/** Mutants with every wrong answer that a deployment can give to these calls. */
export function refusalMutants(calls: readonly RefusedCall[]): readonly Mutant[] {
  return calls.flatMap(({ id, path, errors: [[item] = ['']] }) =>
    onApi(path, refusalRows(id, { hasItem: item !== '' })),
  );
}

/**
 * Mutants of refusals for the given requirements. Each mutant accepts the call, or changes the errors, or changes the
 * status.
 */
export function refusalRows(
  ids: string,
  { hasItem = true }: { readonly hasItem?: boolean } = {},
): readonly Row<Edit>[] {
  return ids
    .split(' ')
    .flatMap((id): readonly Row<Edit>[] => [
      [`${id}: the request is accepted`, id, whenRefused(accepted({ batch_id: '1' }))],
      [`${id}: another code`, id, errorCode('E999999')],
      [`${id}: another status`, id, whenRefused(status(418))],
      [`${id}: each error twice`, id, list('error_list', (errors) => [...errors, ...errors])],
      ...(hasItem ? [[`${id}: the field is not named`, id, errorItem('')] as const] : []),
    ]);
}
