import { eventsOf, transactionWithEvents } from '@trading-platform/event-log/typeorm';

/**
 * Appends the event of each new slip to the event log, and notifies the readers, as services do.
 *
 * @param {import('@trading-platform/database').Database} database
 * @param {string} memberCode
 * @param {readonly string[]} tradeIds
 */
export function appendSlips(database, memberCode, tradeIds) {
  const happenings = tradeIds.map((tradeId) => {
    const data = {
      trade_id: tradeId,
      version: '1',
      status_code: '40',
      previous_status_code: '',
      member_code_partner: '2',
    };
    return /** @type {const} */ ({ type: 'trade.created', memberCode, data });
  });
  return transactionWithEvents(database, async (transaction) => {
    eventsOf(transaction).add(() => ({ happenings }));
  });
}
