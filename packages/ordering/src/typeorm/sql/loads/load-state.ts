/** The stored state of a key: its content, the last load that touched it, and its content before that load. */
export interface LoadState {
  readonly loadId: number;
  readonly digest: Buffer;
  /** The digest before that load, or undefined if the load added the key. */
  readonly formerDigest: Buffer | undefined;
}

/** The effect of a whole load on one key. */
export type NetEffect = 'none' | 'added' | 'changed';

/** Returns the effect that the load has had on a key up to now. */
export function effectOf(state: LoadState | undefined, loadId: number): NetEffect {
  if (state === undefined || state.loadId !== loadId) return 'none';
  if (state.formerDigest === undefined) return 'added';
  return state.formerDigest.equals(state.digest) ? 'none' : 'changed';
}

/** Returns the state of a key after the load has written new content for it. */
export function afterWriting(state: LoadState | undefined, loadId: number, digest: Buffer): LoadState {
  if (state === undefined) return { loadId, digest, formerDigest: undefined };
  return { loadId, digest, formerDigest: state.loadId === loadId ? state.formerDigest : state.digest };
}

/** Counts the effects of a load. Each key is counted only once, under the last effect that the load had on it. */
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
