import { describe, expect, it } from '@jest/globals';
import { PlatformError } from '@trading-platform/client';
import type { ShownSlip, SlipChange, UpdateResult } from '@trading-platform/domain-types';
import type { SlipUpdateQuestion } from '../../../wire/index.js';
import type { PlatformCalls } from '../../platform/platform-calls.js';
import type { LiveSession } from '../../session/session-keeper.js';
import { SlipsController } from './slips.controller.js';

const live = {} as LiveSession;
const line = { trade_prod_id: 'T1001', prod_lot_qty: '3', prod_lot_price: '105', reduced_tax_rate_flg: '1' };
const received = {
  trade_id: 'T1',
  version: '4',
  status_code: '80',
  member_code_self: '1',
  tax_calc_method: '0',
  below_dec_point: '0',
  actions: ['return'],
  detail_list: [line],
} as unknown as ShownSlip;
const accepted: UpdateResult = {
  seq: '1',
  update_no: 'u',
  trade_id: 'T1',
  result: '0',
  status_code: '80',
  version: '4',
  new_trade_id: '',
  new_check_number: '',
  new_version: '',
  error_list: [],
};
const giveBack: SlipUpdateQuestion = {
  action: 'return',
  update_no: 'u',
  version: '4',
  detail_list: [{ trade_prod_id: 'T1001', prod_lot_qty: '1' }],
};
const changed = (action: string): SlipChange => ({
  version: '4',
  at: '2026-11-20 10:00:00',
  action,
  by: { kind: 'user', side: 'buyer', member_code: '1' },
  changed: ['status_code', 'trade_total', 'detail_list[T1001].prod_lot_qty', 'detail_list[T1001].tax'],
});

interface Known {
  readonly outcome?: UpdateResult;
  readonly changes?: readonly SlipChange[];
  readonly slips?: readonly ShownSlip[];
}

async function* onePage(changes: readonly SlipChange[]) {
  yield changes;
}

/** The controller with a fake platform, which knows one slip. */
function slips({ outcome = accepted, changes = [], slips: known = [received] }: Known = {}): SlipsController {
  const trades = {
    get: async (tradeId: string) => {
      const slip = known.find((each) => each.trade_id === tradeId);
      const errors = [{ error_item: '', error_code: 'E000020', error_detail: '' }];
      if (slip === undefined) throw new PlatformError('request-refused', 'unknown', { errors });
      return slip;
    },
    history: () => ({ pages: () => onePage(changes) }),
  };
  const order_list = ['T0', 'T1'].map((trade_id) => ({ trade_id, member_code_self: '1', member_code_partner: '2' }));
  const call = async () => ({ order_list, next_cursor: '' });
  const client = { trades, call, orders: { update: async () => [outcome] } };
  return new SlipsController({ clientOf: () => client } as unknown as PlatformCalls);
}

describe('the preview of an update', () => {
  it('has the amounts of the slip of a return', async () => {
    const answer = await slips().update(live, 'T1', '1', giveBack);
    expect(answer).toMatchObject({ isAccepted: true, amounts: { trade_total: '-114' } });
  });

  it.each([
    ['after an earlier return, which the slip does not show', { changes: [changed('return')] }, giveBack],
    ['of another version than the user saw', {}, { ...giveBack, version: '3' }],
  ])('has no amounts %s', async (_what, known, question) => {
    expect(await slips(known).update(live, 'T1', '1', question)).not.toHaveProperty('amounts');
  });
});

describe('an update', () => {
  it('says that another change came first', async () => {
    const error_list = [{ error_item: 'version', error_code: 'E000013', error_detail: 'Read it again.' }];
    const outcome = { ...accepted, result: '1', error_list };
    expect(await slips({ outcome }).update(live, 'T1', '0', giveBack)).toMatchObject({
      isAccepted: false,
      isConflict: true,
    });
  });
});

describe('a slip', () => {
  it('has the form of each action, and changes without their amounts', async () => {
    const { side, actions, moments, hasOlder } = await slips({ changes: [changed('receive')] }).show(live, 'T1', '');
    expect([side, hasOlder]).toEqual(['buyer', true]);
    expect(actions).toMatchObject([
      {
        action: 'return',
        fields: [{ name: 'order_trade_comment', isRequired: true }],
        lines: [{ name: 'prod_lot_qty' }],
      },
    ]);
    expect(moments).toMatchObject([{ fields: ['status_code'], areAmountsChanged: true, lineCount: 1, isOwn: true }]);
  });

  it('that is gone meanwhile is left out of a list', async () => {
    const listed = await slips().list(live, '80', undefined);
    expect(listed).toEqual({ slips: [expect.objectContaining({ tradeId: 'T1', actions: ['return'] })] });
  });
});
