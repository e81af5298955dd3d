import type { ShownSlip, SlipAnswer, SlipChange, SlipHistoryAnswer } from '@trading-platform/domain-types';
import type { CallOptions, DataApi } from '../calls/data-api.js';
import { List } from '../calls/list.js';

/** Options of calls about one slip. */
export interface TradeOptions extends CallOptions {
  /**
   * The member whose view of the slip is wanted. Default: the caller's own member, or the only member whose view the
   * caller sees. A caller that is neither of the two members and sees both views must name one.
   */
  readonly memberCodeSelf?: string | undefined;
}

/** Single slips as they are now, and their histories. Reading a slip here marks nothing as downloaded. */
export class TradeCalls {
  readonly #api: DataApi;

  constructor(api: DataApi) {
    this.#api = api;
  }

  /**
   * One slip as the caller sees it now, with its version and with what the caller may do.
   *
   * @throws PlatformError `request-refused` with `E000020` if there is no such slip, or if the caller does not see it
   */
  async get(tradeId: string, { signal, memberCodeSelf }: TradeOptions = {}): Promise<ShownSlip> {
    const path = pathOf(tradeId, '', { member_code_self: memberCodeSelf });
    const { body } = await this.#api.call({ method: 'GET', path, signal });
    return (body as unknown as SlipAnswer).trade;
  }

  /** The changes of a slip, newest first: who made them, when, and in which fields. */
  history(tradeId: string, { signal, memberCodeSelf }: TradeOptions = {}): List<SlipChange> {
    return List.byCursor(async (cursor) => {
      const path = pathOf(tradeId, '/history', { member_code_self: memberCodeSelf, cursor });
      const { body } = await this.#api.call({ method: 'GET', path, signal });
      const { history_list: elements, next_cursor: nextCursor } = body as unknown as SlipHistoryAnswer;
      return { elements, nextCursor };
    });
  }
}

function pathOf(tradeId: string, rest: string, query: Readonly<Record<string, string | undefined>>): string {
  const parameters = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`);
  const path = `/trades/${encodeURIComponent(tradeId)}${rest}`;
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}
