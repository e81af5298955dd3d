/** The channels of PostgreSQL on which processes tell of batches. */
export const batchChannels = {
  /** A batch has begun to wait. */
  waiting: 'batch_waiting',
  /** A batch has ended; the message is its number. */
  ended: 'batch_ended',
} as const;

/** The setting of a connection on which triggers need not tell of batches, because its process does. */
export const tellsItself = { setting: 'trading_platform.tells_of_batches', value: 'itself' } as const;
