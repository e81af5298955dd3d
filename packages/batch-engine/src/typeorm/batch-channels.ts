/** The channels on which PostgreSQL sends notifications about batches. */
export const batchChannels = {
  /** A batch has begun to wait. */
  waiting: 'batch_waiting',
  /** A batch has ended. The message contains its number. */
  ended: 'batch_ended',
} as const;

/**
 * A setting of a database session. If this session setting is set, triggers send no notifications about batches, because the
 * process itself sends them.
 */
export const tellsItself = { setting: 'trading_platform.tells_of_batches', value: 'itself' } as const;
