import type { ErrorCode } from '@trading-platform/domain-types';

/**
 * The value of `error_item` in the example of an error code. If a code is not listed here, its errors name no field.
 */
export const exampleItems: Partial<Readonly<Record<ErrorCode, string>>> = {
  E000001: 'member_code_self',
  E000002: 'send_date',
  E000003: 'item_code',
  E000004: 'target_date_set',
  E000005: 'target_date_from',
  E000006: 'target_date_to',
  E000007: 'status_code',
  E000008: 'member_code_list[0]',
  E000009: 'batch_id',
  E000010: 'batch_id',
  E000011: 'seq_from',
  E000013: 'trade_id_list[0]',
  E000014: 'trade_id_list[0]',
  E000015: 'order_list[1].upload_no',
  E000017: 'trade_id_list[0]',
  E000019: 'Idempotency-Key',
  E000020: 'trade_id_list[0]',
  E000021: 'batch_id',
  E000023: 'after',
};
