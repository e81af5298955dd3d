/** Reasons of a failed batch in the answer of a check (Spec 4.6). A function may have further reasons. */
export const batchReason = {
  notProduced: 'The records could not be produced',
  workerEnded: 'The worker that produced the batch ended unexpectedly',
  noRoom: 'There is no room left to store the records',
  changesUntold: 'What has changed cannot be told any more: the same request again gives all records',
} as const;

/** The reason for the failure of a batch whose workers ended unexpectedly this many times. */
export function workerEndedReason(times: number): string {
  return `${batchReason.workerEnded}, ${times} times`;
}
