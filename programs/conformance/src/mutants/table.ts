import { isAt } from './calls.js';
import { bodyWith } from './edits.js';
import type { Change, Edit, Is, Mutant, PassedAnswer, PassedCall, Rule, Where } from './mutant.js';

/**
 * A row that describes a mutant: its name, the ids of the requirements that must notice it, and the edits that make it.
 */
export type Row<How> = readonly [name: string, noticedBy: string, ...how: readonly How[]];

/** Mutants that change answers of the data API at a path. */
export const onApi = (where: Where, rows: readonly Row<Edit>[]): readonly Mutant[] => answers('api', where, rows);

/** Mutants that change answers of the authentication server at a path. */
export const onAuth = (where: Where, rows: readonly Row<Edit>[]): readonly Mutant[] => answers('auth', where, rows);

/** Mutants that change calls to the data API at a path, so that the service misreads them. */
export const beforeApi = (where: Where, rows: readonly Row<Change>[]): readonly Mutant[] => calls('api', where, rows);

/** Mutants that change calls to the authentication server at a path, so that the service misreads them. */
export const beforeAuth = (where: Where, rows: readonly Row<Change>[]): readonly Mutant[] => calls('auth', where, rows);

/** Mutants that remember earlier calls. Each run gets a new rule. */
export const byRule = (
  rows: readonly (readonly [name: string, noticedBy: string, rule: () => Rule])[],
): readonly Mutant[] => rows.map(([name, noticedBy, rule]) => ({ name, noticedBy: noticedBy.split(' '), rule }));

function answers(service: PassedCall['service'], where: Where, rows: readonly Row<Edit>[]): readonly Mutant[] {
  return byRule(rows.map(([name, noticedBy, ...edits]) => [name, noticedBy, () => answering(service, where, edits)]));
}

/** Changes the answers at a path. The path is compared before any rule has changed the call. */
function answering(service: PassedCall['service'], where: Where, edits: readonly Edit[]): Rule {
  return async (call, pass) => {
    const isMeant = isAt(service, where)(call);
    const answer = await pass();
    if (isMeant) for (const edit of edits) edit(answer, call);
    return answer;
  };
}

function calls(service: PassedCall['service'], where: Where, rows: readonly Row<Change>[]): readonly Mutant[] {
  const isMeant = isAt(service, where);
  return byRule(
    rows.map(([name, noticedBy, ...changes]) => {
      const rule: Rule = (call, pass) => {
        if (isMeant(call)) for (const change of changes) change(call);
        return pass();
      };
      return [name, noticedBy, () => rule];
    }),
  );
}

/** Makes a rule for each run that applies an edit to every answer. The edit may remember earlier calls of the run. */
export function remembering(edit: () => Edit): () => Rule {
  return () => {
    const editOfRun = edit();
    return async (call, pass) => {
      const answer = await pass();
      editOfRun(answer, call);
      return answer;
    };
  };
}

/** Makes a rule for each run that applies a change to every call. The change may remember earlier calls of the run. */
export function rememberingCalls(change: () => Change): () => Rule {
  return () => {
    const changeOfRun = change();
    return (call, pass) => {
      changeOfRun(call);
      return pass();
    };
  };
}

/** Counts the selected answers, beginning with 1. Edits an answer if `isWrong` is true for the number of the answer. */
export function counted(
  isMeant: (call: PassedCall, answer: PassedAnswer) => boolean,
  isWrong: (count: number) => boolean,
  edit: Edit,
): () => Rule {
  return remembering(() => {
    let count = 0;
    return (answer, call) => {
      if (isMeant(call, answer) && isWrong((count += 1))) edit(answer, call);
    };
  });
}

export const everySecond = (count: number): boolean => count % 2 === 0;
export const afterFirst = (count: number): boolean => count > 1;
export const onlyFirst = (count: number): boolean => count === 1;

const anEnvelope = () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: bodyWith({}) });

/** Does not pass the selected calls on to the service, but reports success. */
export function pretending(isMeant: Is): () => Rule {
  return () => (call, pass) => (isMeant(call) ? Promise.resolve(anEnvelope()) : pass());
}
