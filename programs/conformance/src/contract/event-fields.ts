/** Fields of an event (10). */
export const eventFields = ['id', 'type', 'at', 'member_code', 'sequence', 'data'] as const;

/** Fields that the data of `batch.ended` have (10). */
export const endedBatchFields = ['batch_id', 'function', 'batch_flg', 'record_count', 'error_count'] as const;
