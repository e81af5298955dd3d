import { setTimeout as sleep } from 'node:timers/promises';
import { type DownloadName, formatTokyoDateTime } from '@trading-platform/domain-types';
import { CliError, failureText, interruptSignal, momentText, print, remark } from '@trading-platform/terminal';
import { type Connection, connect } from '../access/connect.js';
import type { ConnectOptions } from '../access/connect-options.js';
import { tokenClaims } from '../access/token-claims.js';
import { exitCodes, RecordsPutAside } from '../exit-code.js';
import { knownErrors } from '../known-errors.js';
import { ChangedKinds } from '../sync/changed-kinds.js';
import type { CopyOwner } from '../sync/copy.js';
import { type CopyPlace, copyPlace, type PlaceOptions } from '../sync/copy-place.js';
import { readFilters, requestOf, sellersOf } from '../sync/kind-request.js';
import { repeatRounds } from '../sync/repeat-rounds.js';
import { type KindRound, syncKind } from '../sync/sync-kind.js';
import { kindsOf } from '../sync/sync-names.js';
import { ProgressView } from './progress-view.js';

export interface SyncOptions extends ConnectOptions, PlaceOptions {
  readonly to: string;
  /** The interval of the rounds, in milliseconds. */
  readonly every?: number;
  readonly follow?: true;
  readonly memberCodes?: string;
  readonly filter?: readonly string[];
  readonly full?: true;
  readonly recordsPerGet?: number;
  readonly json?: true;
}

/** The interval, in milliseconds, at which the platform is asked while events cannot be followed. */
const followEveryMs = 300_000;

/** Inputs of one run of the command. */
interface Run {
  readonly kinds: readonly DownloadName[];
  readonly filters: Awaited<ReturnType<typeof readFilters>>;
  readonly place: CopyPlace;
  readonly options: SyncOptions;
  readonly connection: Connection;
  readonly signal: AbortSignal;
  readonly progress: ProgressView;
}

/**
 * The maximum time for the last calls at the end. It is short, because the platform may be unreachable, and tokens and
 * batches expire by themselves.
 */
const longestCloseMs = 3_000;

/** Updates local copies, once or at intervals. */
export async function sync(names: readonly string[], options: SyncOptions): Promise<void> {
  const kinds = kindsOf(names);
  if (options.memberCodes !== undefined && options.follow !== true) {
    throw new CliError('usage', '--member-codes is for --follow');
  }
  const filters = await readFilters(options.filter ?? [], kinds);
  const place = await copyPlace(options.to, options);
  const signal = interruptSignal();
  const connection = await connect(options);
  const progress = new ProgressView();
  const run = { kinds, filters, place, options, connection, signal, progress };
  try {
    if (options.follow === true) await follow(run, options.every ?? followEveryMs);
    else if (options.every === undefined) expectNoneAside(await round(run, options.full === true));
    else await serve(run, options.every);
  } finally {
    progress.clear();
    await forAWhile(connection.close());
  }
  // A pending call for a batch would keep the process of a stopped service alive.
  if (signal.aborted) process.exit(exitCodes.done.code);
}

/** Runs as a service, which prints one line for each round and ends cleanly on SIGTERM. */
async function serve(run: Run, everyMs: number): Promise<void> {
  let isFull = run.options.full === true;
  await repeatRounds({
    everyMs,
    signal: run.signal,
    round: async () => {
      await round(run, isFull);
      isFull = false;
    },
    onFailure: (error, nextInMs) => void tellFailure(run, error, nextInMs),
  });
}

/** Runs as a service. As soon as an event says that kinds have changed, it begins a round for these kinds. */
async function follow(run: Run, everyMs: number): Promise<void> {
  const { kinds, options, connection, signal, progress } = run;
  let isFull = options.full === true;
  const changed = new ChangedKinds({
    client: connection.client,
    kinds,
    memberCodes: options.memberCodes?.split(','),
    everyMs,
    signal,
    onEnd: (error) => void tellUnfollowed(progress, error, everyMs),
  });
  await repeatRounds({
    everyMs,
    signal,
    wait: () => changed.wait(),
    round: async () => {
      const taken = await changed.take();
      try {
        await round({ ...run, kinds: taken }, isFull);
        isFull = false;
      } catch (error) {
        changed.putBack(taken);
        throw error;
      }
    },
    onFailure: (error, nextInMs) => void tellFailure(run, error, nextInMs),
  });
}

async function tellUnfollowed(progress: ProgressView, error: unknown, everyMs: number): Promise<void> {
  const reason = await failureText(error, knownErrors);
  tell(progress, `Events cannot be followed (${reason}). The platform is asked every ${everyMs / 1_000} s.`);
}

async function tellFailure({ options }: Run, error: unknown, nextInMs: number): Promise<void> {
  const reason = await failureText(error, knownErrors);
  const next = `${Math.round(nextInMs / 1_000)} s`;
  const now = Date.now();
  print(
    {
      json: { at: momentText(now), error: reason, next_in: next },
      text: `${formatTokyoDateTime(now)} failed: ${reason}; again in ${next}`,
    },
    options.json === true,
  );
}

/** Brings the copies of all kinds up to date once. */
async function round(run: Run, isFull: boolean): Promise<readonly KindRound[]> {
  const { kinds, filters, place, options, connection, signal, progress } = run;
  const { client } = connection;
  const started = performance.now();
  const [owner] = await Promise.all([ownerOf(connection), place.load()]);
  const copy = await place.open(owner);
  const rounds: KindRound[] = [];
  const works: Promise<unknown>[] = [];
  const beside = (work: Promise<unknown>) => void works.push(work);
  let sellers: Promise<readonly string[]> | undefined;
  const tellRounds = () => {
    const seconds = Math.round((performance.now() - started) / 10) / 100;
    const now = Date.now();
    const at = momentText(now);
    const notDone = kinds.slice(rounds.length);
    const json = { at, seconds, kinds: rounds.map(jsonOf), ...(notDone.length === 0 ? {} : { not_done: notDone }) };
    const texts = [...rounds.map(textOf), ...(notDone.length === 0 ? [] : [`not done: ${notDone.join(', ')}`])];
    print({ json, text: `${formatTokyoDateTime(now)} ${texts.join('; ')} (${seconds} s)` }, options.json === true);
  };
  try {
    for (const kind of kinds) {
      signal.throwIfAborted();
      const request = await requestOf(kind, filters.get(kind) ?? {}, () => {
        sellers ??= sellersOf(client, owner.memberCode, signal);
        return sellers;
      });
      const work = { copy, client, kind, request, isFull, recordsPerGet: options.recordsPerGet, signal };
      rounds.push(await syncKind({ ...work, beside, onProgress: progress.show, tell: (text) => tell(progress, text) }));
    }
  } catch (error) {
    progress.clear();
    // The kinds before the failed kind are already up to date.
    if (rounds.length > 0) tellRounds();
    throw error;
  } finally {
    progress.clear();
    await copy.close();
    await forAWhile(Promise.all(works));
  }
  tellRounds();
  return rounds;
}

/** @throws RecordsPutAside if records are missing from the copy */
function expectNoneAside(rounds: readonly KindRound[]): void {
  const places = rounds
    .filter(({ aside }) => aside.count > 0)
    .map(({ kind, aside }) => `${aside.count} of ${kind} in ${aside.place}`);
  if (places.length === 0) return;
  const cure = '--text-column NAME keeps such a column as text';
  throw new RecordsPutAside(`Records that fit no column are put aside with the reason: ${places.join(', ')}; ${cure}`);
}

async function forAWhile(work: Promise<unknown>): Promise<void> {
  await Promise.race([work, sleep(longestCloseMs, undefined, { ref: false })]);
}

async function ownerOf({ client }: Connection): Promise<CopyOwner> {
  const { iss = '', member_code: memberCode = '' } = tokenClaims(await client.accessToken());
  return { platform: iss, memberCode };
}

function tell(progress: ProgressView, text: string): void {
  progress.clear();
  remark(text);
}

function jsonOf({ kind, isFull, written, removed, aside }: KindRound) {
  const gone = removed === undefined ? {} : { removed };
  return { kind, full: isFull, written, ...gone, ...(aside.count === 0 ? {} : { aside: aside.count }) };
}

function textOf({ kind, isFull, written, removed = 0, aside: { count, place } }: KindRound): string {
  const gone = `${removed === 0 ? '' : `, ${removed} removed`}${count === 0 ? '' : `, ${count} put aside in ${place}`}`;
  if (isFull) return `${kind} full load, ${written} records${gone}`;
  return written + removed === 0 ? `${kind} no change${gone}` : `${kind} ${written} changed${gone}`;
}
