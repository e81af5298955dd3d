/** What the table knows about a key: its content, and which load touched it last, with the content before that load. */
export interface LoadState {
  readonly loadId: number;
  readonly digest: Buffer;
  /** Undefined if that load added the key. */
  readonly formerDigest: Buffer | undefined;
}

/** The net effect of one load on one key. */
export type NetEffect = 'none' | 'added' | 'changed';

/** What the load has done to a key so far. */
export function effectOf(state: LoadState | undefined, loadId: number): NetEffect {
  if (state === undefined || state.loadId !== loadId) return 'none';
  if (state.formerDigest === undefined) return 'added';
  return state.formerDigest.equals(state.digest) ? 'none' : 'changed';
}

/** The state of a key after the load has written a content for it. */
export function afterWriting(state: LoadState | undefined, loadId: number, digest: Buffer): LoadState {
  if (state === undefined) return { loadId, digest, formerDigest: undefined };
  return { loadId, digest, formerDigest: state.loadId === loadId ? state.formerDigest : state.digest };
}

/** Adds up net effects; a key that goes from one effect to another is counted under the last one only. */
export class EffectCount {
  added = 0;
  changed = 0;

  move(from: NetEffect, to: NetEffect): void {
    this.#add(from, -1);
    this.#add(to, 1);
  }

  #add(effect: NetEffect, step: number): void {
    if (effect === 'added') this.added += step;
    if (effect === 'changed') this.changed += step;
  }
}
