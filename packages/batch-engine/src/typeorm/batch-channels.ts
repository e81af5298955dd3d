/** The channels of PostgreSQL on which triggers tell of batches. */
export const batchChannels = {
  /** A batch has begun to wait. */
  waiting: 'batch_waiting',
  /** A batch has ended; the message is its number. */
  ended: 'batch_ended',
} as const;
