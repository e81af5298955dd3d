/** The stored state of a key: its content, the load that touched it last, and the content before that load. */
export interface LoadState {
  readonly loadId: number;
  readonly digest: Buffer;
  /** Undefined if that load added the key. */
  readonly formerDigest: Buffer | undefined;
}

/** The net effect of one load on one key. */
export type NetEffect = 'none' | 'added' | 'changed';

/** The effect of the load on a key until now. */
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

/** Adds up net effects; a key counts only under its last effect. */
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
