/**
 * A part of an attempt: the reading of a chunk of records, or the compression or writing of a segment. Several parts of an
 * attempt can run at the same time.
 */
export interface AttemptPart {
  readonly name: 'read' | 'compress' | 'write';
  /** The number of the chunk or segment, counted from 0. */
  readonly number: number;
}

/** Runs a part of the current attempt. */
export type RunPart = <Result>(part: AttemptPart, work: () => Promise<Result>) => Promise<Result>;

/** Runs a part of an attempt without tracing it. */
export const untraced: RunPart = (_part, work) => work();
