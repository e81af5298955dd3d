/** The channels on which PostgreSQL notifies of batches. */
export const batchChannels = {
  /** A batch has begun to wait. */
  waiting: 'batch_waiting',
  /** A batch has ended; the message is its number. */
  ended: 'batch_ended',
} as const;

/** A session setting: triggers do not notify of batches, because the process of the connection does so itself. */
export const tellsItself = { setting: 'trading_platform.tells_of_batches', value: 'itself' } as const;
