import { type PlatformClient, PlatformError, type Progress } from '@trading-platform/client';
import { type ErrorEntry, uploadOutcome } from '@trading-platform/domain-types';
import { CliError, interruptSignal, remark, table } from '@trading-platform/terminal';
import type { ViewOptions } from '../view-options.js';
import { printView } from './print-view.js';
import { ProgressView } from './progress-view.js';
import { refusalText } from './refusal-text.js';

/** The outcome of one element of a request, such as an uploaded order. */
export interface InputOutcome {
  readonly result: string;
  readonly error_list: readonly ErrorEntry[];
}

/**
 * Describes a function that takes a list: its names in messages, how its outcomes are shown, and how they are found
 * after a failure.
 */
export interface InputKind<Result extends InputOutcome> {
  /** The function and its elements in messages: `upload`, `orders`. */
  readonly name: string;
  readonly elements: string;
  readonly columns: readonly string[];
  readonly cells: (result: Result, outcome: 'accepted' | 'refused') => readonly string[];
  /** The results of the elements that a batch had accepted before it failed. */
  readonly taken: (client: PlatformClient, batchId: string) => Promise<readonly Result[]>;
  /** Returns one sentence that says what helps against the refusals. */
  readonly help?: (refused: readonly Result[]) => string | undefined;
}

/** The options of a call that sends elements and receives the outcome of each. */
export interface Sending<Result> {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  readonly onResults: (results: readonly Result[]) => void;
}

/**
 * Sends elements with the given call, and shows the outcome of each, even of elements that were judged before a
 * failure.
 *
 * @throws CliError `refused` if not all of them were accepted
 */
export async function sendInput<Result extends InputOutcome>(
  kind: InputKind<Result>,
  client: PlatformClient,
  view: ViewOptions,
  send: (how: Sending<Result>) => Promise<unknown>,
): Promise<void> {
  const progress = new ProgressView();
  const judged: Result[] = [];
  const onResults = (results: readonly Result[]) => void judged.push(...results);
  await send({ signal: interruptSignal(), onProgress: progress.show, onResults })
    .finally(() => progress.clear())
    .catch((error: unknown) => showRest(kind, client, { error, judged, view }));
  showOutcomes(kind, judged, view);
}

/**
 * Shows the outcomes of an earlier batch.
 *
 * @throws CliError `refused` if not all of its elements were accepted
 */
export async function showEarlier<Result extends InputOutcome>(
  kind: InputKind<Result>,
  client: PlatformClient,
  view: ViewOptions,
  results: { toArray(): Promise<readonly Result[]> },
): Promise<void> {
  const judged = await results.toArray().catch((error: unknown) => showRest(kind, client, { error, judged: [], view }));
  showOutcomes(kind, judged, view);
}

/** Shows the elements that were judged or taken before the batch failed, and throws the error. */
async function showRest<Result extends InputOutcome>(
  kind: InputKind<Result>,
  client: PlatformClient,
  { error, judged, view }: { readonly error: unknown; readonly judged: readonly Result[]; readonly view: ViewOptions },
): Promise<never> {
  const { code, batchId } = error instanceof PlatformError ? error : {};
  const taken = code === 'batch-failed' && batchId !== undefined ? await kind.taken(client, batchId) : [];
  const known = [...judged, ...taken];
  if (known.length > 0) {
    printOutcomes(kind, known, view);
    const { name, elements } = kind;
    remark(
      `The ${name} broke off: only these ${elements} were judged. Send the file again; what was taken stays as it is.`,
    );
  }
  throw error;
}

/** @throws CliError `refused` if not all elements were accepted */
function showOutcomes<Result extends InputOutcome>(
  kind: InputKind<Result>,
  results: readonly Result[],
  view: ViewOptions,
): void {
  printOutcomes(kind, results, view);
  const refused = results.filter(isRefused);
  if (refused.length === 0) return;
  const help = kind.help?.(refused);
  const text = `${refused.length} of ${results.length} ${kind.elements} were refused.`;
  throw new CliError('refused', help === undefined ? text : `${text} ${help}`);
}

function printOutcomes<Result extends InputOutcome>(
  kind: InputKind<Result>,
  results: readonly Result[],
  view: ViewOptions,
): void {
  const head = [...kind.columns, 'ERRORS'];
  printView({ json: results, text: table([head, ...results.flatMap((result) => rowsOf(kind, result))]) }, view);
}

/** Makes one row for each element, and another row for each additional error of an element. */
function rowsOf<Result extends InputOutcome>({ columns, cells }: InputKind<Result>, result: Result): string[][] {
  const [first = '', ...others] = result.error_list.map(({ error_item, error_code, error_detail }) =>
    refusalText(error_item, error_code, error_detail),
  );
  const empty = columns.map(() => '');
  return [
    [...cells(result, isRefused(result) ? 'refused' : 'accepted'), first],
    ...others.map((error) => [...empty, error]),
  ];
}

function isRefused({ result }: InputOutcome): boolean {
  return result !== uploadOutcome.accepted;
}
