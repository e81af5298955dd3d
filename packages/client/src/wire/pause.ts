/** Why and how long the client waits before it calls: throttled, or the call is repeated after a failure. */
export interface Pause {
  readonly reason: 'call-count' | 'repeat';
  readonly ms: number;
  /** What made the call fail, where it is repeated. */
  readonly error?: Error;
}

/** Hears that the client waits before it calls again, and why. */
export type OnPause = (pause: Pause) => void;
