import { constants, gunzipSync } from 'node:zlib';
import type { Service } from '../scenarios/call.js';
import { maskedBody, maskedHeaders, maskedPath } from './mask.js';

/** The facts of a call for the recorder. */
export interface CallFacts {
  readonly choice: string;
  readonly service: Service;
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly sentHeaders: Readonly<Record<string, string | string[] | undefined>>;
  readonly sentBody: Buffer;
  /** The front's action. */
  readonly action: string;
  /** Undefined if no answer came. */
  readonly status: number | undefined;
  readonly answerHeaders: Readonly<Record<string, string | string[] | undefined>>;
  readonly answerBeginning: Buffer;
  readonly bytes: number;
  readonly ms: number;
}

/** A recorded call, without secrets. Only the beginning of a long body is kept. */
export interface RecordedCall {
  /** Counts from 1, over all runs. */
  readonly number: number;
  /** RFC 3339. */
  readonly at: string;
  readonly choice: string;
  readonly service: Service;
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly action: string;
  readonly status: number | undefined;
  readonly bytes: number;
  readonly ms: number;
  readonly sent: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
  readonly answer: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
}

const defaultMost = 500;
const shownCharacters = 2_000;

/** Keeps the last calls, without passwords, secrets, codes and tokens. */
export class Recorder {
  readonly #most: number;
  readonly #calls: RecordedCall[] = [];
  #number = 0;

  /** @param most number of calls to keep */
  constructor(most = defaultMost) {
    this.#most = most;
  }

  /** Newest first. */
  calls(choice?: string): readonly RecordedCall[] {
    const found = choice === undefined ? this.#calls : this.#calls.filter((call) => call.choice === choice);
    return found.toReversed();
  }

  clear(): void {
    this.#calls.length = 0;
  }

  record(facts: CallFacts): void {
    const { choice, service, kind, method, path, action, status, bytes, ms } = facts;
    this.#number++;
    this.#calls.push({
      number: this.#number,
      at: new Date().toISOString(),
      choice,
      service,
      kind,
      method,
      path: maskedPath(path),
      action,
      status,
      bytes,
      ms,
      sent: {
        headers: maskedHeaders(facts.sentHeaders),
        body: shown(facts.sentBody, facts.sentHeaders['content-type']),
      },
      answer: {
        headers: maskedHeaders(facts.answerHeaders),
        body: shown(unzipped(facts), facts.answerHeaders['content-type']),
      },
    });
    if (this.#calls.length > this.#most) this.#calls.shift();
  }
}

function shown(body: Buffer, type: string | string[] | undefined): string {
  // Masks more than it shows, so that the cut never falls into a secret.
  const text = maskedBody(body.subarray(0, 2 * shownCharacters).toString('utf8'), String(type ?? ''));
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

/** Decompresses the beginning of an answer as far as possible. */
function unzipped({ answerHeaders, answerBeginning }: CallFacts): Buffer {
  if (String(answerHeaders['content-encoding']) !== 'gzip') return answerBeginning;
  try {
    return gunzipSync(answerBeginning, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.from('(compressed)');
  }
}
