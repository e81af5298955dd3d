import { describe, expect, it } from '@jest/globals';
import {
  type SlipAction,
  type SlipSide,
  slipActions,
  slipSides,
  slipStatus,
  type TradeImport,
  transitionOf,
} from '@trading-platform/domain-types';
import {
  after,
  aSlip,
  type GivenUpdate,
  judge,
  line,
  refusalsOf,
  returnNumbers,
  soon,
  timeOf,
  type UsableSlip,
  withFields,
} from '../../test/update-builders.js';
import { actionsOf } from './judge-update.js';
import { defaultUpdateSettings } from './update-settings.js';

/** A sensible update for each action and side. */
const updates: Readonly<Record<string, Omit<GivenUpdate['update'], 'action'>>> = {
  'change buyer': { order_trade_comment: 'later, please' },
  'cancel buyer': { order_trade_comment: 'not needed' },
  'cancel seller': { trade_comment: 'out of stock' },
  'confirm seller': {},
  'ship seller': {},
  'cancel_shipment seller': { trade_comment: 'lost on the way' },
  'request_correction buyer': { order_trade_comment: 'two are broken' },
  'receive buyer': {},
  'return buyer': { order_trade_comment: 'stale', detail_list: [{ trade_prod_id: line(1), prod_lot_qty: '1' }] },
};

/** A slip in each status as the platform itself brings it there, or as an import does. */
function slipIn(status: string): UsableSlip {
  const shipping = { shipping_send_date: '2026-11-18', shipping_send_time: '10:30:00' };
  const days: Partial<TradeImport> = {
    ...(Number(status) >= 60 ? shipping : {}),
    ...(status === slipStatus.received ? { receipt_day: '2026-11-18' } : {}),
  };
  return withFields(aSlip(), { status_code: status, ...days });
}

function given(action: SlipAction, side: SlipSide): GivenUpdate {
  return { side, update: { action, ...updates[`${action} ${side}`] } };
}

type Possible = Readonly<Record<SlipSide, readonly SlipAction[]>>;

const possibleIn: Readonly<Record<string, Possible | undefined>> = {
  '10': { buyer: ['change', 'cancel'], seller: [] },
  '20': { buyer: [], seller: [] },
  '40': { buyer: ['change', 'cancel'], seller: ['cancel', 'confirm', 'ship'] },
  '41': { buyer: [], seller: [] },
  '60': { buyer: ['request_correction', 'receive'], seller: ['cancel_shipment'] },
  '61': { buyer: ['receive'], seller: ['ship', 'cancel_shipment'] },
  '68': { buyer: [], seller: [] },
  '80': { buyer: ['return'], seller: [] },
  '84': { buyer: [], seller: [] },
  '88': { buyer: [], seller: [] },
  '90': { buyer: [], seller: [] },
};

function isPossibleIn(status: string, side: SlipSide, action: SlipAction): boolean {
  return possibleIn[status]?.[side].includes(action) === true;
}

const everyCase = Object.keys(possibleIn).flatMap((status) =>
  slipActions.flatMap((action) => slipSides.map((side) => [action, side, status] as const)),
);

describe('every action of every side in every state', () => {
  it.each(everyCase)('%s by the %s in %s', (action, side, status) => {
    const isPossible = isPossibleIn(status, side, action);
    expect(refusalsOf(slipIn(status), given(action, side))).toEqual(isPossible ? [] : ['action E000022']);
  });

  it.each(Object.keys(possibleIn))('is told as the actions of a slip in %s', (status) => {
    const rules = { at: timeOf(soon), settings: defaultUpdateSettings };
    expect(Object.fromEntries(slipSides.map((side) => [side, actionsOf(slipIn(status), side, rules)]))).toEqual(
      possibleIn[status],
    );
  });

  it.each(everyCase.filter(([action, side, status]) => isPossibleIn(status, side, action)))(
    'has the status that the table tells: %s by the %s in %s',
    (action, side, status) => {
      const slip = after(slipIn(status), given(action, side));
      const { to = status, makes } = transitionOf(action, side)!;
      for (const view of [slip.buyer, slip.seller]) {
        expect(view).toMatchObject({ status_code: to, status_day: '2026-11-18', update_date: soon });
      }
      expect(slip.made?.views.buyer.status_code).toBe(makes);
      expect(slip.made?.numbers).toEqual(makes && returnNumbers);
    },
  );
});

describe('the conditions of an action', () => {
  const confirmed = { confirmedAt: '2026-11-18 10:30:00' };

  it.each<[string, UsableSlip, string, SlipSide, readonly SlipAction[]]>([
    [
      'is open until its closing time',
      aSlip({}, undefined, { changeUntil: '2026-11-18 15:00:00' }),
      '2026-11-18 14:59:59',
      'buyer',
      ['change', 'cancel'],
    ],
    [
      'is closed at its closing time',
      aSlip({}, undefined, { changeUntil: '2026-11-18 15:00:00' }),
      '2026-11-18 15:00:00',
      'buyer',
      [],
    ],
    [
      'is open until the end of the day on which it was sent, if nothing was fixed',
      aSlip({}, undefined, { changeUntil: '' }),
      '2026-11-18 23:59:59',
      'buyer',
      ['change', 'cancel'],
    ],
    ['is closed on the next day', aSlip({}, undefined, { changeUntil: '' }), '2026-11-19 00:00:00', 'buyer', []],
    [
      'is closed if nobody knows when it was sent',
      withFields(aSlip(), { send_date: '', order_day: '' }, { changeUntil: '' }),
      soon,
      'buyer',
      [],
    ],
    ['is closed once it was confirmed', aSlip({}, undefined, confirmed), soon, 'buyer', []],
    [
      'can be cancelled if it was confirmed for another day',
      withFields(aSlip({}, undefined, confirmed), { delivery_date: '2026-11-21' }),
      '2026-12-01 00:00:00',
      'buyer',
      ['cancel'],
    ],
    ['is confirmed once', aSlip({}, undefined, confirmed), soon, 'seller', ['cancel', 'ship']],
    [
      'can be returned on the 90th day',
      withFields(slipIn('80'), { receipt_day: '2026-11-20' }),
      '2027-02-18 23:59:59',
      'buyer',
      ['return'],
    ],
    [
      'cannot be returned on the 91st day',
      withFields(slipIn('80'), { receipt_day: '2026-11-20' }),
      '2027-02-19 00:00:00',
      'buyer',
      [],
    ],
    [
      'counts from the day of its status without a day of receipt',
      withFields(slipIn('80'), { receipt_day: '', status_day: '2026-11-19' }),
      '2027-02-18 00:00:00',
      'buyer',
      [],
    ],
  ])('a slip %s', (_name, slip, at, side, expected) => {
    expect(actionsOf(slip, side, { at: timeOf(at), settings: defaultUpdateSettings })).toEqual(expected);
  });

  it('a planned slip has no closing time', () => {
    const planned = withFields(slipIn('10'), {}, { changeUntil: '2026-11-18 09:00:00' });
    expect(actionsOf(planned, 'buyer', { at: timeOf('2027-11-18 10:00:00'), settings: defaultUpdateSettings })).toEqual(
      ['change', 'cancel'],
    );
  });
});

describe('the refusal of an action', () => {
  it.each<[UsableSlip, GivenUpdate, string]>([
    [
      slipIn('60'),
      given('ship', 'seller'),
      'The slip is shipped (60); possible now: for the buyer request_correction, receive; for the seller cancel_shipment.',
    ],
    [
      slipIn('61'),
      given('return', 'buyer'),
      'The slip is correction requested (61); possible now: for the buyer receive; for the seller ship, cancel_shipment.',
    ],
    [slipIn('41'), given('cancel', 'buyer'), 'The slip is order cancelled (41); no action is possible.'],
    [
      withFields(aSlip(), {}, { confirmedAt: soon }),
      given('change', 'buyer'),
      'The slip is ordered (40) and the seller has confirmed it; possible now: for the seller cancel, ship.',
    ],
    [
      withFields(aSlip(), {}, { changeUntil: soon }),
      given('cancel', 'buyer'),
      'The slip is ordered (40) and its closing time is over; possible now: for the seller cancel, confirm, ship.',
    ],
    [
      withFields(slipIn('80'), { receipt_day: '2026-01-01' }),
      given('return', 'buyer'),
      'The slip is received (80) and its period for returns is over; no action is possible.',
    ],
    [
      slipIn('40'),
      given('confirm', 'buyer'),
      'The slip is ordered (40); possible now: for the buyer change, cancel; for the seller cancel, confirm, ship.',
    ],
  ])('names the state and what is possible now', (slip, update, detail) => {
    expect(judge(slip, update)).toEqual({
      errors: [{ error_item: 'action', error_code: 'E000022', error_detail: detail }],
    });
  });

  it('tells another version before everything else', () => {
    const conflict = {
      error_item: 'version',
      error_code: 'E000013',
      error_detail: 'The slip has the version 3 by now: read it again, and decide anew.',
    };
    const slip = { ...slipIn('41'), version: 3 };
    expect(judge(slip, { ...given('ship', 'seller'), version: 2 })).toEqual({ errors: [conflict] });
    const fromDownload: GivenUpdate = {
      side: 'seller',
      version: 2,
      update: { action: 'ship', version: undefined, batch_id: '4', seq: '1' } as never,
    };
    expect(judge(slip, fromDownload)).toEqual({ errors: [{ ...conflict, error_item: 'batch_id' }] });
  });

  it.each<[string, object, string]>([
    ['one view', { seller: undefined }, 'was imported with the view of one side only'],
    ['the other view', { buyer: undefined }, 'was imported with the view of one side only'],
    [
      'amounts that disagree',
      { seller: { ...aSlip().seller, trade_total: '1' } },
      'was imported with views of both sides that disagree',
    ],
    [
      'states that disagree',
      { seller: { ...aSlip().seller, status_code: '60' } },
      'was imported with views of both sides that disagree',
    ],
    [
      'lines that disagree',
      { seller: { ...aSlip().seller, detail_list: [] } },
      'was imported with views of both sides that disagree',
    ],
    [
      'a line that disagrees',
      { seller: { ...aSlip().seller, detail_list: [{ ...aSlip().seller.detail_list![0], prod_lot_qty: '9' }] } },
      'was imported with views of both sides that disagree',
    ],
    [
      'an amount that is text',
      withFields(aSlip(), { trade_additional: 'about 5' }),
      'was imported with amounts that are no numbers',
    ],
    [
      'a line with text',
      withFields(aSlip(), { detail_list: [{ ...aSlip().buyer.detail_list![0], tax: '5 yen' }] }),
      'was imported with amounts that are no numbers',
    ],
  ])('tells that an imported slip has %s', (_name, parts, reason) => {
    const slip = { ...aSlip(), ...parts };
    expect(judge(slip, given('cancel', 'seller'))).toEqual({
      errors: [
        { error_item: 'action', error_code: 'E000022', error_detail: `The slip ${reason}; no action is possible.` },
      ],
    });
    expect(actionsOf(slip, 'seller', { at: timeOf(soon), settings: defaultUpdateSettings })).toEqual([]);
  });

  it.each<[SlipSide, object, readonly string[]]>([
    ['buyer', { trade_comment: 'x' }, ['trade_comment E000004']],
    ['seller', { trade_comment: 'x', order_trade_comment: 'y' }, ['order_trade_comment E000004']],
    ['seller', {}, ['trade_comment E000001']],
    ['seller', { order_trade_comment: 'y' }, ['order_trade_comment E000004', 'trade_comment E000001']],
  ])('tells what cancel takes from the %s: %j', (side, fields, expected) => {
    expect(refusalsOf(aSlip(), { side, update: { action: 'cancel', ...fields } })).toEqual(expected);
  });
});

describe('an action without lines', () => {
  it.each<[string, string, GivenUpdate, object, object?]>([
    ['change of a planned order', '10', given('change', 'buyer'), { order_trade_comment: 'later, please' }],
    [
      'change of a sent order',
      '40',
      given('change', 'buyer'),
      { order_trade_comment: 'later, please', resend_flg: '1', send_time: '11:00:00' },
    ],
    ['cancel by the buyer', '40', given('cancel', 'buyer'), { status_code: '41', order_trade_comment: 'not needed' }],
    [
      'cancel by the seller',
      '40',
      given('cancel', 'seller'),
      { status_code: '41', seller_cancel_flg: '1', trade_comment: 'out of stock' },
    ],
    [
      'confirm for another day',
      '40',
      { side: 'seller', update: { action: 'confirm', delivery_date: '2026-11-24', trade_comment: 'on Tuesday' } },
      { delivery_date: '2026-11-24', trade_comment: 'on Tuesday' },
      { perusal_flg: '2' },
    ],
    [
      'cancel_shipment',
      '60',
      given('cancel_shipment', 'seller'),
      { status_code: '68', trade_comment: 'lost on the way' },
    ],
    [
      'request_correction',
      '60',
      given('request_correction', 'buyer'),
      { status_code: '61', order_trade_comment: 'two are broken' },
    ],
    ['receive', '60', given('receive', 'buyer'), { status_code: '80', receipt_day: '2026-11-18' }],
  ])('changes only what it says: %s', (_name, status, update, both, sellers = {}) => {
    const slip = slipIn(status);
    const { buyer, seller } = changesOf(slip, update);
    expect({ buyer, seller }).toEqual({ buyer: both, seller: { ...both, ...sellers } });
  });

  it('remembers when the order was confirmed, once', () => {
    const confirm = given('confirm', 'seller');
    expect(after(aSlip(), confirm).life).toEqual({ ...aSlip().life, confirmedAt: soon });
    const shipped = after(withFields(aSlip(), {}, { confirmedAt: '2026-11-18 10:15:00' }), given('ship', 'seller'));
    expect(shipped.life.confirmedAt).toBe('2026-11-18 10:15:00');
    expect(after(aSlip(), given('ship', 'seller'))).toMatchObject({
      life: { confirmedAt: soon },
      seller: { perusal_flg: '2' },
    });
  });

  it.each<[string | undefined, string, readonly string[]]>([
    ['2026-11-17', '2026-11-20 09:00:00', ['delivery_date E000004']],
    ['2026-11-18', '2026-11-20 09:00:00', []],
    ['2027-11-19', '2026-11-20 09:00:00', []],
    ['2027-11-20', '2026-11-20 09:00:00', ['delivery_date E000004']],
    [undefined, '2026-11-20 09:00:00', []],
  ])('confirms a delivery date from the order day to 366 days on: %s', (delivery_date, at, expected) => {
    const update = { action: 'confirm', ...(delivery_date && { delivery_date }) } as const;
    expect(refusalsOf(aSlip(), { side: 'seller', update, at })).toEqual(expected);
  });

  it.each<[string | undefined, readonly string[]]>([
    ['2026-11-17', ['receipt_day E000004']],
    ['2026-11-18', []],
    ['2026-11-20', []],
    ['2026-11-21', ['receipt_day E000004']],
    [undefined, []],
  ])('receives on a day from shipping to today: %s', (receipt_day, expected) => {
    const update = { action: 'receive', ...(receipt_day && { receipt_day }) } as const;
    expect(refusalsOf(slipIn('60'), { side: 'buyer', update, at: '2026-11-20 09:00:00' })).toEqual(expected);
  });

  it('does not receive what is shipped later', () => {
    const slip = withFields(slipIn('60'), { shipping_send_date: '2026-11-25' });
    expect(refusalsOf(slip, given('receive', 'buyer'))).toEqual(['receipt_day E000004']);
  });
});

/** The fields of the views that an action changed, besides the day and the moment of the change. */
function changesOf(slip: UsableSlip, update: GivenUpdate) {
  const updated = after(slip, update);
  const changed = (side: SlipSide) =>
    Object.fromEntries(
      Object.entries(updated[side]).filter(
        ([name, value]) =>
          JSON.stringify(value) !== JSON.stringify(slip[side][name as keyof TradeImport]) &&
          name !== 'update_date' &&
          name !== 'status_day',
      ),
    );
  return { buyer: changed('buyer'), seller: changed('seller'), life: updated.life };
}
