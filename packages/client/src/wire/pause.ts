/** The length of a wait before a call, and its reason: throttling, or a retry after a failure. */
export interface Pause {
  readonly reason: 'call-count' | 'repeat';
  readonly ms: number;
  /** The error before a retry. */
  readonly error?: Error;
}

/** Called when the client waits before a call. */
export type OnPause = (pause: Pause) => void;
