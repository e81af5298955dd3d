import { expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { TradeImport, UpdateResult } from '@trading-platform/domain-types';
import fc from 'fast-check';
import { tradeUpdate } from '../src/trade-update/trade-update.js';
import { tradeUpdateFunction } from '../src/trade-update/trade-update-function.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmTradeUpdateStore } from '../src/typeorm/repositories/typeorm-trade-update-store.js';
import { anOrderLine } from './order-builders.js';
import { fillMarket, nth } from './order-market.js';
import { buyer, head, seller, takeOrders } from './update-market.js';

/*
 * A plain model of the life of slips (Spec 4.11), beside the platform. Random actions of both sides and of others are taken on both,
 * some of them at the same time, and both must always agree.
 */

const actions = [
  'change',
  'cancel',
  'confirm',
  'ship',
  'cancel_shipment',
  'request_correction',
  'receive',
  'return',
] as const;
type Action = (typeof actions)[number];
type Caller = 'buyer' | 'head office' | 'seller' | 'stranger';

const codeOf: Readonly<Record<Caller, string>> = { buyer, 'head office': head, seller, stranger: '30000001' };
const slipsPerRun = 5;
const orderedAt = Date.parse('2026-11-18T10:00:00+09:00');
/** The orders are sent on the 18th, and no closing time is set. */
const openUntil = Date.parse('2026-11-19T00:00:00+09:00');
const wish = '2026-12-18';
const otherDay = '2026-12-19';
const hourMs = 3_600_000;
/** With tax, for one piece of any product. */
const priceWithTax = 110;

interface ModelLine {
  readonly id: string;
  ordered: number;
  quantity: number;
  returned: number;
  isModified: boolean;
}

interface ModelSlip {
  readonly tradeId: string;
  readonly lines: ModelLine[];
  /** The action of each version, oldest first. */
  readonly history: string[];
  status: string;
  isConfirmed: boolean;
  isMoved: boolean;
  isResent: boolean;
}

interface Model {
  readonly slips: readonly ModelSlip[];
  now: number;
  /** Updates that were made, with their results. */
  readonly made: { readonly caller: Caller; readonly update: object; readonly result: UpdateResult }[];
}

interface Real {
  readonly database: Database;
  /** Makes the numbers of this run different from those of other runs. */
  readonly run: number;
  updates: number;
}

/** A random action on a slip. */
interface Step {
  readonly place: number;
  readonly caller: Caller;
  readonly action: Action;
  /** Chooses an action that is possible, if there is one; 0 takes the random action. */
  readonly aim: number;
  readonly isOld: boolean;
  readonly linePlace: number;
  /** Chooses the quantity of the line. */
  readonly quantity: number;
  readonly isMoved: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  place: fc.nat(slipsPerRun - 1),
  caller: fc.constantFrom<Caller>('buyer', 'buyer', 'seller', 'seller', 'seller', 'head office', 'stranger'),
  action: fc.constantFrom(...actions),
  aim: fc.nat(9),
  isOld: fc.constantFrom(false, false, false, false, false, true),
  linePlace: fc.nat(1),
  quantity: fc.nat(3),
  isMoved: fc.boolean(),
});

function versionOf({ history }: ModelSlip): number {
  return history.length;
}

function sideOf(caller: Caller): 'buyer' | 'seller' {
  return caller === 'seller' ? 'seller' : 'buyer';
}

/** The quantity that a step names. Some are too great. */
function quantityOf({ action, quantity }: Step, { ordered, quantity: present, returned }: ModelLine): number {
  if (action === 'change') return 1 + quantity * 3;
  const most = action === 'ship' ? ordered : present - returned;
  const chosen = [1, most, most + 1, action === 'ship' ? 0 : 1][quantity];
  return action === 'return' ? Math.max(1, chosen ?? 1) : (chosen ?? 0);
}

function updateOf(slip: ModelSlip, given: Step, update_no: string): object {
  const line = nth(slip.lines, given.linePlace);
  const prod_lot_qty = String(quantityOf(given, line));
  const named = { trade_prod_id: line.id, prod_lot_qty };
  const others = slip.lines
    .filter((each) => each !== line)
    .map(({ id, quantity }) => ({ trade_prod_id: id, prod_lot_qty: String(quantity) }));
  const comment =
    sideOf(given.caller) === 'buyer'
      ? { order_trade_comment: `by ${update_no}` }
      : { trade_comment: `by ${update_no}` };
  const fields: Readonly<Record<Action, object>> = {
    change: { detail_list: [named, ...others] },
    cancel: comment,
    confirm: given.isMoved ? { delivery_date: otherDay } : {},
    ship: { detail_list: [named] },
    cancel_shipment: comment,
    request_correction: comment,
    receive: {},
    return: { detail_list: [named], order_trade_comment: `by ${update_no}` },
  };
  const version = String(versionOf(slip) - (given.isOld ? 1 : 0));
  return { update_no, trade_id: slip.tradeId, version, action: given.action, ...fields[given.action] };
}

function isPossible({ status, isConfirmed, isMoved }: ModelSlip, { action, caller }: Step, now: number): boolean {
  const isOpen = !isConfirmed && now < openUntil;
  switch (`${sideOf(caller)} ${action}`) {
    case 'buyer change':
      return status === '10' || (status === '40' && isOpen);
    case 'buyer cancel':
      return status === '10' || (status === '40' && (isOpen || (isConfirmed && isMoved)));
    case 'seller cancel':
      return status === '40';
    case 'seller confirm':
      return status === '40' && !isConfirmed;
    case 'seller ship':
      return status === '40' || status === '61';
    case 'seller cancel_shipment':
    case 'buyer receive':
      return status === '60' || status === '61';
    case 'buyer request_correction':
      return status === '60';
    case 'buyer return':
      return status === '80';
    default:
      return false;
  }
}

const endings: readonly Action[] = ['cancel', 'cancel_shipment'];

/** Random actions alone are nearly always refused, so most steps take one that is possible, and seldom one that ends the slip. */
function aimed(slip: ModelSlip, given: Step, now: number): Step {
  if (given.aim === 0) return given;
  const possible = actions.filter((action) => isPossible(slip, { ...given, action }, now));
  const goingOn = possible.filter((action) => !endings.includes(action));
  const choice = given.aim === 1 || goingOn.length === 0 ? possible : goingOn;
  return { ...given, action: choice[given.aim % choice.length] ?? given.action };
}

/** The error of a step as the model expects it, or `''` if the step is taken. */
function errorOf(slip: ModelSlip, given: Step, now: number): string {
  if (given.caller === 'stranger') return 'trade_id E000020';
  if (given.isOld) return 'version E000013';
  if (!isPossible(slip, given, now)) return 'action E000022';
  const line = nth(slip.lines, given.linePlace);
  const quantity = quantityOf(given, line);
  if (given.action === 'ship') {
    if (quantity > line.ordered) return 'detail_list[0].prod_lot_qty E000018';
    const shipped = slip.lines.reduce((sum, each) => sum + (each === line ? quantity : each.quantity), 0);
    return shipped > 0 ? '' : 'detail_list E000018';
  }
  const isTooMuch = given.action === 'return' && quantity > line.quantity - line.returned;
  return isTooMuch ? 'detail_list[0].prod_lot_qty E000018' : '';
}

/** Takes a step on the model. */
function take(slip: ModelSlip, given: Step): void {
  const line = nth(slip.lines, given.linePlace);
  const quantity = quantityOf(given, line);
  slip.history.push(given.action);
  switch (given.action) {
    case 'change':
      slip.isResent ||= slip.status === '40';
      slip.lines.sort((one, other) => Number(other === line) - Number(one === line));
      Object.assign(line, { quantity, ordered: quantity });
      break;
    case 'cancel':
      slip.status = '41';
      break;
    case 'confirm':
      slip.isConfirmed = true;
      slip.isMoved = given.isMoved;
      break;
    case 'ship':
      slip.isResent ||= slip.status === '61';
      slip.status = '60';
      slip.isConfirmed = true;
      Object.assign(line, { quantity, isModified: line.isModified || quantity !== line.quantity });
      break;
    case 'cancel_shipment':
      slip.status = '68';
      break;
    case 'request_correction':
      slip.status = '61';
      break;
    case 'receive':
      slip.status = '80';
      break;
    case 'return':
      line.returned += quantity;
  }
}

async function send(
  { database }: Real,
  caller: Caller,
  updates: readonly object[],
  now: number,
): Promise<readonly UpdateResult[]> {
  const ports = { store: new TypeOrmTradeUpdateStore(database), delivered: { find: async () => [] } };
  const criteria = tradeUpdate.criteria({ memberCode: codeOf[caller], clientId: 'erp' }, new Date(now));
  const input = Buffer.from(JSON.stringify({ slip_list: updates }));
  const snapshot = await tradeUpdateFunction(ports).open(criteria, new AbortController().signal, input);
  const results: UpdateResult[] = [];
  for await (const records of snapshot.records) {
    for (const { body } of records) results.push(JSON.parse(`{${Buffer.from(body).toString()}`) as UpdateResult);
  }
  return results;
}

function told({ error_list }: UpdateResult): string {
  return error_list.map(({ error_item, error_code }) => `${error_item} ${error_code}`).join();
}

/** Whether the stored views are those of the model. */
async function expectStored({ database }: Real, slips: readonly ModelSlip[]): Promise<void> {
  const store = new TypeOrmTradeUpdateStore(database);
  const ids = slips.map(({ tradeId }) => tradeId);
  const reading = await store.read(seller, ids, new AbortController().signal);
  try {
    const views = await reading.readViews([...reading.heads.values()]);
    for (const slip of slips) {
      const { version, life } = reading.heads.get(slip.tradeId)!;
      expect([version, life.confirmedAt !== '']).toEqual([versionOf(slip), slip.isConfirmed]);
      expect(views.get(slip.tradeId)!.map(plainView)).toEqual([expectedView(slip), expectedView(slip)]);
      for (const { id, returned } of slip.lines) expect(life.returned.get(id) ?? '0').toBe(String(returned));
    }
  } finally {
    await reading.close();
  }
}

function plainView({ status_code, trade_total, resend_flg, detail_list = [] }: TradeImport) {
  const lines = detail_list.map(({ trade_prod_id, prod_lot_qty, order_prod_lot_qty, mod_flg, prod_lot_total }) => [
    trade_prod_id,
    prod_lot_qty,
    order_prod_lot_qty,
    mod_flg,
    prod_lot_total,
  ]);
  return { status_code, trade_total, resend_flg, lines };
}

function expectedView({ status, isResent, lines }: ModelSlip) {
  return {
    status_code: status,
    trade_total: String(lines.reduce((sum, { quantity }) => sum + quantity * priceWithTax, 0)),
    resend_flg: isResent ? '1' : '0',
    lines: lines.map(({ id, quantity, ordered, isModified }) => [
      id,
      String(quantity),
      String(ordered),
      isModified ? '1' : '0',
      String(quantity * 100),
    ]),
  };
}

async function expectReturned({ database }: Real, { new_trade_id }: UpdateResult, quantity: number): Promise<void> {
  const reading = await new TypeOrmTradeUpdateStore(database).read(
    seller,
    [new_trade_id],
    new AbortController().signal,
  );
  try {
    const views = (await reading.readViews([reading.heads.get(new_trade_id)!])).get(new_trade_id)!;
    const total = String(-quantity * priceWithTax);
    expect(views.map(({ status_code, trade_total }) => [status_code, trade_total])).toEqual([
      ['88', total],
      ['88', total],
    ]);
  } finally {
    await reading.close();
  }
}

type Command = fc.AsyncCommand<Model, Real>;

/** One request of one caller, with steps on different slips. */
class RequestOf implements Command {
  constructor(
    private readonly caller: Caller,
    private readonly steps: readonly Step[],
  ) {}

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const given = this.steps.map((each) =>
      aimed(nth(model.slips, each.place), { ...each, caller: this.caller }, model.now),
    );
    const updates = given.map((each) => updateOf(nth(model.slips, each.place), each, `n${real.run}-${real.updates++}`));
    const results = await send(real, this.caller, updates, model.now);
    const expected = given.map((each) => errorOf(nth(model.slips, each.place), each, model.now));
    expect(results.map(told)).toEqual(expected);
    for (const [index, each] of given.entries()) {
      if (expected[index] === '') await made(model, real, each, nth(updates, index), nth(results, index));
    }
    await expectStored(
      real,
      given.map(({ place }) => nth(model.slips, place)),
    );
  }

  toString = () => `${this.caller} sends ${JSON.stringify(this.steps)}`;
}

async function made(model: Model, real: Real, given: Step, update: object, result: UpdateResult): Promise<void> {
  const slip = nth(model.slips, given.place);
  const quantity = quantityOf(given, nth(slip.lines, given.linePlace));
  take(slip, given);
  expect([result.status_code, result.version]).toEqual([slip.status, String(versionOf(slip))]);
  if (given.action === 'return') await expectReturned(real, result, quantity);
  model.made.push({ caller: given.caller, update, result });
}

/** Several requests change one slip at the same time. At most one of them is taken. */
class Race implements Command {
  constructor(
    private readonly place: number,
    private readonly steps: readonly Step[],
  ) {}

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const slip = nth(model.slips, this.place);
    const racers = this.steps.map((each) => {
      const given = aimed(slip, { ...each, place: this.place }, model.now);
      const update = updateOf(slip, given, `n${real.run}-${real.updates++}`);
      return { given, update, expected: errorOf(slip, given, model.now) };
    });
    const results = await Promise.all(
      racers.map(async ({ given, update }) => nth(await send(real, given.caller, [update], model.now), 0)),
    );
    const winners = racers.filter((_, index) => told(nth(results, index)) === '');
    expect(winners).toHaveLength(racers.some(({ expected }) => expected === '') ? 1 : 0);
    for (const [index, racer] of racers.entries()) {
      expect(['', racer.expected, ...(winners.length > 0 ? ['version E000013'] : [])]).toContain(
        told(nth(results, index)),
      );
    }
    for (const winner of winners) {
      expect(winner.expected).toBe('');
      await made(model, real, winner.given, winner.update, nth(results, racers.indexOf(winner)));
    }
    await expectStored(real, [slip]);
  }

  toString = () => `race for ${this.place}: ${JSON.stringify(this.steps)}`;
}

/** An update that was made is sent once more, with the same or with other content. */
class Repeat implements Command {
  constructor(
    private readonly place: number,
    private readonly isSame: boolean,
  ) {}

  check = ({ made: all }: Readonly<Model>) => all.length > 0;

  async run(model: Model, real: Real): Promise<void> {
    const { caller, update, result } = nth(model.made, this.place % model.made.length);
    const again = { ...update, version: '999', ...(this.isSame ? {} : { trade_id: 'another slip' }) };
    const answer = nth(await send(real, caller, [again], model.now), 0);
    expect(this.isSame ? answer : told(answer)).toEqual(this.isSame ? result : 'update_no E000015');
    await expectStored(real, model.slips);
  }

  toString = () => `repeat of ${this.place}, ${this.isSame ? 'the same' : 'changed'}`;
}

class TimePasses implements Command {
  constructor(private readonly hours: number) {}

  check = () => true;

  async run(model: Model): Promise<void> {
    model.now += this.hours * hourMs;
  }

  toString = () => `${this.hours} hours pass`;
}

const requests = fc
  .tuple(step, fc.uniqueArray(step, { selector: ({ place }) => place, minLength: 1, maxLength: 4 }))
  .map(([{ caller }, steps]) => new RequestOf(caller, steps));
const commands = fc.commands<Model, Real, false>(
  [
    requests,
    requests,
    requests,
    fc
      .tuple(fc.nat(slipsPerRun - 1), fc.array(step, { minLength: 2, maxLength: 5 }))
      .map(([place, steps]) => new Race(place, steps)),
    fc.tuple(fc.nat(1_000), fc.boolean()).map(([place, isSame]) => new Repeat(place, isSame)),
    fc.integer({ min: 1, max: 9 }).map((hours) => new TimePasses(hours)),
  ] as fc.Arbitrary<Command>[],
  { maxCommands: 40, size: 'max' },
);

/** The last slip is a planned order. */
async function begin(database: Database, run: number): Promise<{ model: Model; real: Real }> {
  const lines = ['c1', 'c2'].map((catalog_id, index) =>
    anOrderLine({ catalog_id, line_no: String(index + 1), prod_lot_qty: '10' }),
  );
  const places = Array.from({ length: slipsPerRun }, (_, place) => place);
  const taken = await Promise.all(
    places.map((place) =>
      takeOrders(database, [`run ${run} order ${place}`], {
        hope_delivery_date: wish,
        detail_list: lines,
        send_flg: isPlanned(place) ? '0' : '1',
      }),
    ),
  );
  const slips = taken.map(
    (orders, place): ModelSlip => ({
      tradeId: nth(orders, 0).tradeId,
      lines: lines.map((_, index) => ({
        id: `${nth(orders, 0).tradeId}00${index + 1}`,
        ordered: 10,
        quantity: 10,
        returned: 0,
        isModified: false,
      })),
      history: ['upload'],
      status: isPlanned(place) ? '10' : '40',
      isConfirmed: false,
      isMoved: false,
      isResent: false,
    }),
  );
  return { model: { slips, now: orderedAt + hourMs, made: [] }, real: { database, run, updates: 0 } };
}

function isPlanned(place: number): boolean {
  return place === slipsPerRun - 1;
}

/** After all commands, histories and numbers must tell exactly what was made. */
async function expectTold({ database, run }: Real, { slips, made: all }: Model): Promise<void> {
  const numbers = await database.query<{ count: number }>(
    `SELECT COUNT(*) AS count FROM update_number WHERE update_no LIKE 'n${run}-%'`,
  );
  expect(numbers[0]?.count).toBe(all.length);
  for (const { tradeId, history } of slips) {
    const rows = await database.query<{ action: string; version: number }>(
      'SELECT action, version FROM slip_history WHERE trade_id = $1 ORDER BY version',
      [tradeId],
    );
    expect(rows.map(({ action, version }) => [action, version])).toEqual(
      history.map((action, index) => [action, index + 1]),
    );
  }
}

/** Compares updates with the model, in runs with a few slips each. */
export function describeUpdateModel(slips: number, timeoutMs?: number): void {
  describeDatabases(`updates of ${slips} slips beside a plain model`, [orderingSchema], (open) => {
    it(
      'have the outcome that the model tells, whoever acts at the same time (seed 40)',
      async () => {
        const database = await open();
        await fillMarket(database);
        let run = 0;
        const property = fc.asyncProperty(commands, async (given) => {
          const state = await begin(database, run++);
          await fc.asyncModelRun(() => state, given);
          await expectTold(state.real, state.model);
        });
        await fc.assert(property, { seed: 40, numRuns: slips / slipsPerRun });
        expect(run).toBe(slips / slipsPerRun);
      },
      timeoutMs,
    );
  });
}
