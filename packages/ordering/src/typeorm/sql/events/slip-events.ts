import type { Transaction } from '@trading-platform/database';
import { formatTokyoDateTime } from '@trading-platform/domain-types';
import type { Happened, Happening } from '@trading-platform/event-log';
import { eventsOf, type TransactionEvents } from '@trading-platform/event-log/typeorm';
import type { SlipEntity } from '../../entities/slip.entity.js';

/** A change of one side's view of a slip. */
export interface ViewChange extends Pick<SlipEntity, 'tradeId' | 'memberCodeSelf' | 'memberCodePartner' | 'version'> {
  readonly type: 'trade.created' | 'trade.updated' | 'trade.removed';
  /** The status after the change or, if the view was removed, its last status. */
  readonly statusCode: string;
  /** The status before the change, or `''` for a new view. */
  readonly previousStatusCode: string;
}

/**
 * If an import or an archive changes more slips than this, each member is told only the number of its changed slips.
 */
const slipsToldSingly = 100;

/**
 * Appends an event for each side whose view has changed. Call this function in every transaction that changes slips for
 * callers; the transaction must be begun with `transactionWithEvents`.
 */
export function tellOfViews(transaction: Transaction, views: readonly ViewChange[]): void {
  eventsOf(transaction).add(() => ({ happenings: views.map(happeningOf) }));
}

const portions = new WeakMap<TransactionEvents, Portion>();

/**
 * Appends events for the sides whose views an import, a removal or an archive changes. If a transaction changes many
 * slips, each member gets only one event with their number.
 */
export function tellOfManyViews(transaction: Transaction, views: readonly ViewChange[]): void {
  const events = eventsOf(transaction);
  let portion = portions.get(events);
  if (portion === undefined) {
    portion = new Portion();
    portions.set(events, portion);
    const { happened } = portion;
    events.add(happened);
  }
  portion.add(views);
}

/**
 * The views that one transaction changes. If there are too many slips, only the number of slips for each member is
 * kept.
 */
class Portion {
  readonly #since = formatTokyoDateTime(Date.now());
  readonly #slips = new Set<string>();
  readonly #counts = new Map<string, number>();
  #views: ViewChange[] = [];

  add(views: readonly ViewChange[]): void {
    for (const view of views) {
      if (this.#slips.size <= slipsToldSingly) this.#slips.add(view.tradeId);
      this.#counts.set(view.memberCodeSelf, (this.#counts.get(view.memberCodeSelf) ?? 0) + 1);
      if (this.#isMany) this.#views = [];
      else this.#views.push(view);
    }
  }

  readonly happened = (): Happened => ({
    happenings: this.#isMany ? [...this.#counts].map(([code, count]) => this.#manyOf(code, count)) : this.#singly(),
  });

  get #isMany(): boolean {
    return this.#slips.size > slipsToldSingly;
  }

  #singly(): Happening[] {
    return this.#views.map(happeningOf);
  }

  #manyOf(memberCode: string, count: number): Happening {
    return { type: 'trade.many', memberCode, data: { count: String(count), since: this.#since } };
  }
}

function happeningOf(view: ViewChange): Happening {
  return {
    type: view.type,
    memberCode: view.memberCodeSelf,
    data: {
      trade_id: view.tradeId,
      version: String(view.version),
      status_code: view.statusCode,
      previous_status_code: view.previousStatusCode,
      member_code_partner: view.memberCodePartner,
    },
  };
}
