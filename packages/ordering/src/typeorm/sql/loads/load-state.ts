/** The stored state of a key: its content, the number of the import that last touched it, and its content before that import. */
export interface LoadState {
  readonly loadId: number;
  readonly digest: Buffer;
  /** The digest of the content before the last import, or undefined if the last import added the key. */
  readonly formerDigest: Buffer | undefined;
}

/** The effect of a whole import on one key. */
export type NetEffect = 'none' | 'added' | 'changed';

/** Returns the effect that the import has had on a key until now. */
export function effectOf(state: LoadState | undefined, loadId: number): NetEffect {
  if (state === undefined || state.loadId !== loadId) return 'none';
  if (state.formerDigest === undefined) return 'added';
  return state.formerDigest.equals(state.digest) ? 'none' : 'changed';
}

/** Returns the state of a key after the import has written new content for this key. */
export function afterWriting(state: LoadState | undefined, loadId: number, digest: Buffer): LoadState {
  if (state === undefined) return { loadId, digest, formerDigest: undefined };
  return { loadId, digest, formerDigest: state.loadId === loadId ? state.formerDigest : state.digest };
}

/** Counts the keys that an import has added or changed. Each key is counted once, by the last effect on this key. */
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
