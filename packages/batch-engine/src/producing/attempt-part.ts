/** A part of an attempt: reading a chunk of records, or compressing or writing a segment. Parts overlap. */
export interface AttemptPart {
  readonly name: 'read' | 'compress' | 'write';
  /** The number of the chunk or the segment, from 0. */
  readonly number: number;
}

/** Runs a part of the attempt under way. */
export type RunPart = <Result>(part: AttemptPart, work: () => Promise<Result>) => Promise<Result>;

/** For attempts that nobody traces. */
export const untraced: RunPart = (_part, work) => work();
