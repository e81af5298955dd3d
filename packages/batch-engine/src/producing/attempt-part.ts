/** A part of an attempt: a chunk of records that is read, or a segment that is compressed or written. Parts overlap. */
export interface AttemptPart {
  readonly name: 'read' | 'compress' | 'write';
  /** Of the chunk or the segment, from 0. */
  readonly number: number;
}

/** Runs a part of the attempt under way. */
export type RunPart = <Result>(part: AttemptPart, work: () => Promise<Result>) => Promise<Result>;

/** For attempts that nobody traces. */
export const untraced: RunPart = (_part, work) => work();
