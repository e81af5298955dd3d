import { call } from '../server/call.js';
import { callErrorOf } from '../server/call-error.js';
import { rightMissing, signedOut } from '../session/session-news.js';
import { afterEvent, type LiveEvent, type LiveState, noBatches } from './live-state.js';

const address = '/api/batches/events';
const channelName = 'console-batches';
const lockName = 'console-batches';
/** A refused stream is requested again after this pause. */
const pauseMs = 3_000;
const eventNames = ['batches', 'changed', 'stale', 'fresh', 'ended'] as const;

/**
 * A message between tabs: an event of the stream, the whole state for a new tab, or a request
 * for the whole state.
 */
type TabMessage = { readonly event: LiveEvent } | { readonly state: LiveState } | 'who-knows';

/**
 * Keeps the member's batches up to date. Browsers allow few open connections to one host. Therefore only one tab
 * listens to the server, and it informs the other tabs. When that tab is closed, another tab takes its place.
 */
export class LiveBatches {
  #state = noBatches;
  #stream: EventSource | undefined;
  readonly #listeners = new Set<() => void>();
  readonly #channel = new BroadcastChannel(channelName);
  readonly #ending = new AbortController();

  constructor() {
    this.#channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => this.#hear(data));
    this.#channel.postMessage('who-knows' satisfies TabMessage);
    void this.#takeTurn();
  }

  get state(): LiveState {
    return this.#state;
  }

  /** @returns ends the listening */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#ending.abort();
    this.#stream?.close();
    this.#channel.close();
  }

  async #takeTurn(): Promise<void> {
    const { signal } = this.#ending;
    const listening = () =>
      new Promise<void>((resolve) => {
        this.#open();
        signal.addEventListener('abort', () => resolve());
      });
    // A page that was loaded without TLS has no locks. Without locks, every tab listens to the server itself.
    if (navigator.locks === undefined) return listening();
    await navigator.locks.request(lockName, { signal }, listening).catch(() => undefined);
  }

  #open(): void {
    const stream = new EventSource(address);
    this.#stream = stream;
    for (const name of eventNames) {
      stream.addEventListener(name, ({ data }: MessageEvent<string>) => {
        if (name !== 'ended') return this.#tell({ name, data: JSON.parse(data) });
        // Only the token has ended. The session may continue with a new token, for example when a right was withdrawn.
        stream.close();
        void this.#openAgain();
      });
    }
    stream.addEventListener('error', () => {
      this.#tell({ name: 'dropped' });
      if (stream.readyState === EventSource.CLOSED) setTimeout(() => void this.#openAgain(), pauseMs);
    });
  }

  /** The browser does not report why a stream was refused. The reason may be that the session has ended. */
  async #openAgain(): Promise<void> {
    if (this.#ending.signal.aborted) return;
    const session = await call('GET /api/session').catch(callErrorOf);
    if (this.#ending.signal.aborted) return;
    if ('code' in session)
      return session.code === 'signed-out' ? this.#tell({ name: 'ended', data: {} }) : this.#open();
    if (session.rights.some(({ name, isHeld }) => name === 'batch' && isHeld)) this.#open();
    else rightMissing.tell();
  }

  #tell(event: LiveEvent): void {
    this.#channel.postMessage({ event } satisfies TabMessage);
    this.#hear({ event });
  }

  #hear(message: TabMessage): void {
    if (message === 'who-knows') {
      if (this.#stream !== undefined && this.#state.line !== 'ended')
        this.#channel.postMessage({ state: this.#state } satisfies TabMessage);
      return;
    }
    this.#state = 'state' in message ? message.state : afterEvent(this.#state, message.event);
    if (this.#state.line === 'ended') {
      this.#stream?.close();
      signedOut.tell();
    }
    for (const listener of this.#listeners) listener();
  }
}
