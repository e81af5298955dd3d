import { expect, it } from '@jest/globals';
import type { Database } from '@trading-platform/database';
import { describeDatabases } from '@trading-platform/database/testing';
import type { ErrorEntry, TradeImport, UpdateResult } from '@trading-platform/domain-types';
import fc from 'fast-check';
import { OrderGeneration } from '../src/order/order-generation.js';
import { linesOf } from '../src/testing/lines.js';
import { tradeUpdate } from '../src/trade-update/trade-update.js';
import { tradeUpdateFunction } from '../src/trade-update/trade-update-function.js';
import { importRecords } from '../src/typeorm/import-records.js';
import { orderingSchema } from '../src/typeorm/ordering-schema.js';
import { TypeOrmOrderStore } from '../src/typeorm/repositories/typeorm-order-store.js';
import { TypeOrmPlannedOrderSource } from '../src/typeorm/repositories/typeorm-planned-order-source.js';
import { TypeOrmTradeUpdateStore } from '../src/typeorm/repositories/typeorm-trade-update-store.js';
import { anOrderLine } from './order-builders.js';
import { fillMarket, nth } from './order-market.js';
import {
  aimed,
  type Caller,
  closingOf,
  errorOf,
  generate,
  generationErrorOf,
  hourMs,
  type ImportStep,
  importedStatus,
  type Model,
  type ModelSlip,
  orderedAt,
  priceWithTax,
  quantityOf,
  type SentUpdate,
  type Step,
  slipsPerRun,
  step,
  take,
  takeImport,
  updateOf,
  versionOf,
  wish,
} from './slip-model.js';
import { buyer, head, seller, takeOrders } from './update-market.js';

/*
 * Compares the platform with a model of slips. Both get the same random updates by buyers, sellers and others, the same
 * order generations, and the same imports by an operator. Some of these run at the same time. The platform and the
 * model must always agree.
 */

const codeOf: Readonly<Record<Caller, string>> = { buyer, 'head office': head, seller, stranger: '30000001' };

interface Real {
  readonly database: Database;
  /** Makes the numbers of this run different from the numbers of other runs. */
  readonly run: number;
  updates: number;
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

/** Asks for the generation of orders, and returns its errors as `item code`. */
async function sendPlanned(
  { database }: Real,
  caller: Caller,
  slips: readonly { readonly tradeId: string; readonly version: number | undefined }[],
  now: number,
): Promise<string> {
  const ports = { store: new TypeOrmOrderStore(database), source: new TypeOrmPlannedOrderSource(database) };
  const versions = slips.flatMap(({ version }) => (version === undefined ? [] : [String(version)]));
  const generated = await new OrderGeneration({ ...ports, now: () => new Date(now) }).generate(
    {
      trade_id_list: slips.map(({ tradeId }) => tradeId),
      ...(versions.length === 0 ? {} : { version_list: versions }),
    },
    codeOf[caller],
  );
  return 'errors' in generated ? saidOf(generated.errors) : '';
}

/** Reads both views of a slip, changes them, and returns them as the lines of an import file. */
async function linesToImport({ database }: Real, slip: ModelSlip, given: ImportStep, comment: string) {
  const store = new TypeOrmTradeUpdateStore(database);
  const reading = await store.read(seller, [slip.tradeId], new AbortController().signal);
  try {
    const slips = [...reading.heads.values()];
    const views = (await reading.readViews(slips)).get(slip.tradeId)!;
    return views.map(({ update_date: _, ...view }) => ({
      ...view,
      status_code: importedStatus(slip, given),
      trade_comment: comment,
      ...(given.namesVersion || given.isOld
        ? { version: String(given.isOld ? otherVersionOf(slip) : versionOf(slip)) }
        : {}),
    }));
  } finally {
    await reading.close();
  }
}

/** A version that the slip does not have, and that it does not get in a race. */
function otherVersionOf(slip: ModelSlip): number {
  return versionOf(slip) - 1 || 100;
}

/** Imports both views of a slip. Either both are refused, or both are changed. */
async function importViews({ database }: Real, lines: readonly object[]): Promise<string> {
  const { changed, refusals } = await importRecords('trade', database, linesOf(lines));
  const isRefused = refusals.length > 0;
  expect([changed, refusals.length]).toEqual(isRefused ? [0, 2] : [2, 0]);
  expect(refusals.filter(({ reason }) => !reason.includes('E000013'))).toEqual([]);
  return isRefused ? versionConflict : '';
}

const versionConflict = 'version E000013';

function saidOf(errors: readonly ErrorEntry[]): string {
  return errors.map(({ error_item, error_code }) => `${error_item} ${error_code}`).join();
}

function told({ error_list }: UpdateResult): string {
  return saidOf(error_list);
}

/** Whether the stored views are the same as the views in the model. */
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

function plainView({ status_code, trade_total, trade_comment, resend_flg, detail_list = [] }: TradeImport) {
  const lines = detail_list.map(({ trade_prod_id, prod_lot_qty, order_prod_lot_qty, mod_flg, prod_lot_total }) => [
    trade_prod_id,
    prod_lot_qty,
    order_prod_lot_qty,
    mod_flg,
    prod_lot_total,
  ]);
  return { status_code, trade_total, trade_comment, resend_flg, lines };
}

function expectedView({ status, comment, isResent, lines }: ModelSlip) {
  return {
    status_code: status,
    trade_total: String(lines.reduce((sum, { quantity }) => sum + quantity * priceWithTax, 0)),
    trade_comment: comment,
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

async function made(model: Model, real: Real, given: Step, update: SentUpdate, result: UpdateResult): Promise<void> {
  const slip = nth(model.slips, given.place);
  const quantity = quantityOf(given, nth(slip.lines, given.linePlace));
  take(slip, given, update);
  expect([result.status_code, result.version]).toEqual([slip.status, String(versionOf(slip))]);
  if (given.action === 'return') await expectReturned(real, result, quantity);
  model.made.push({ caller: given.caller, update, result });
}

/** A change of a slip. Several such changes are tried at the same time. */
interface Attempt {
  /** The errors if nobody else changes the slip, or `''`. */
  readonly expected: string;
  /** The errors if somebody else changes the slip first. */
  readonly conflict: string;
  /** Whether the slip changes if there are no errors. */
  readonly isChange: boolean;
  readonly run: () => Promise<string>;
  /** Makes the change on the model. */
  readonly taken: () => Promise<void> | void;
}

function updateAttempt(model: Model, real: Real, slip: ModelSlip, any: Step): Attempt {
  const given = aimed(slip, any, model.now);
  const update = updateOf(slip, given, `n${real.run}-${real.updates++}`);
  let result: UpdateResult | undefined;
  return {
    expected: errorOf(slip, given, model.now),
    conflict: versionConflict,
    isChange: true,
    run: async () => {
      result = nth(await send(real, given.caller, [update], model.now), 0);
      return told(result);
    },
    taken: () => made(model, real, given, update, result!),
  };
}

function generationError(code: string): string {
  return code === '' ? '' : `trade_id_list[0] ${code}`;
}

function generationAttempt(model: Model, real: Real, slip: ModelSlip): Attempt {
  const version = versionOf(slip);
  return {
    expected: generationError(generationErrorOf(slip, 'buyer', version)),
    conflict: generationError('E000013'),
    isChange: slip.status === '10',
    run: () => sendPlanned(real, 'buyer', [{ tradeId: slip.tradeId, version }], model.now),
    taken: () => generate(slip, model.now),
  };
}

async function importAttempt(real: Real, slip: ModelSlip, given: ImportStep): Promise<Attempt> {
  const comment = `import ${real.run}-${real.updates++}`;
  const lines = await linesToImport(real, slip, { ...given, namesVersion: true }, comment);
  return {
    expected: given.isOld ? versionConflict : '',
    conflict: versionConflict,
    isChange: true,
    run: () => importViews(real, lines),
    taken: () => takeImport(slip, given, comment),
  };
}

/** Several callers and operators change one slip at the same time. At most one of them changes it. */
class Race implements Command {
  constructor(
    private readonly place: number,
    private readonly steps: readonly Step[],
    private readonly withGeneration: boolean,
    private readonly imports: readonly ImportStep[],
  ) {}

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const slip = nth(model.slips, this.place);
    const attempts = [
      ...this.steps.map((each) => updateAttempt(model, real, slip, { ...each, place: this.place })),
      ...(this.withGeneration ? [generationAttempt(model, real, slip)] : []),
      ...(await Promise.all(this.imports.map((each) => importAttempt(real, slip, each)))),
    ];
    const said = await Promise.all(attempts.map(({ run }) => run()));
    const winners = attempts.filter(({ isChange }, index) => isChange && said[index] === '');
    expect(winners).toHaveLength(attempts.some(({ isChange, expected }) => isChange && expected === '') ? 1 : 0);
    for (const [index, { expected, conflict }] of attempts.entries()) {
      expect([expected, ...(winners.length > 0 ? [conflict] : [])]).toContain(said[index]);
    }
    for (const { taken } of winners) await taken();
    await expectStored(real, [slip]);
  }

  toString = () => `race for ${this.place}: ${JSON.stringify([this.steps, this.withGeneration, this.imports])}`;
}

type NamedVersion = 'current' | 'former' | 'none';

/** A caller sends planned orders, all or none. */
class Generation implements Command {
  constructor(
    private readonly caller: Caller,
    private readonly places: readonly number[],
    private readonly named: NamedVersion,
  ) {}

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const slips = this.places.map((place) => nth(model.slips, place));
    const asked = slips.map((slip) => ({ tradeId: slip.tradeId, version: this.#versionOf(slip) }));
    const expected = slips.flatMap((slip, index) => {
      const code = generationErrorOf(slip, this.caller, asked[index]?.version);
      return code === '' ? [] : [`trade_id_list[${index}] ${code}`];
    });
    expect(await sendPlanned(real, this.caller, asked, model.now)).toBe(expected.join());
    if (expected.length === 0) {
      for (const slip of slips) if (slip.status === '10') generate(slip, model.now);
    }
    await expectStored(real, slips);
  }

  #versionOf(slip: ModelSlip): number | undefined {
    if (this.named === 'none') return undefined;
    return versionOf(slip) - (this.named === 'former' ? 1 : 0);
  }

  toString = () => `${this.caller} sends the planned orders ${this.places.join()}, version ${this.named}`;
}

/** An operator imports both views of a slip with other values. */
class Import implements Command {
  constructor(private readonly given: ImportStep) {}

  check = () => true;

  async run(model: Model, real: Real): Promise<void> {
    const slip = nth(model.slips, this.given.place);
    const comment = `import ${real.run}-${real.updates++}`;
    const said = await importViews(real, await linesToImport(real, slip, this.given, comment));
    expect(said).toBe(this.given.isOld ? versionConflict : '');
    if (said === '') takeImport(slip, this.given, comment);
    await expectStored(real, [slip]);
  }

  toString = () => `import ${JSON.stringify(this.given)}`;
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

const places = Array.from({ length: slipsPerRun }, (_, place) => place);

const importStep: fc.Arbitrary<ImportStep> = fc.record({
  place: fc.nat(slipsPerRun - 1),
  namesVersion: fc.boolean(),
  isOld: fc.constantFrom(false, false, false, true),
  isClosing: fc.boolean(),
});

const requests = fc
  .tuple(step, fc.uniqueArray(step, { selector: ({ place }) => place, minLength: 1, maxLength: 4 }))
  .map(([{ caller }, steps]) => new RequestOf(caller, steps));
const commands = fc.commands<Model, Real, false>(
  [
    requests,
    requests,
    requests,
    fc
      .tuple(
        fc.nat(slipsPerRun - 1),
        fc.array(step, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        fc.array(importStep, { maxLength: 2 }),
      )
      .map((given) => new Race(...given)),
    fc
      .tuple(
        fc.constantFrom<Caller>('buyer', 'buyer', 'head office', 'seller', 'stranger'),
        fc.array(fc.constantFrom(...places, ...places.filter(isPlanned)), { minLength: 1, maxLength: 3 }),
        fc.constantFrom<NamedVersion>('current', 'none', 'former'),
      )
      .map((given) => new Generation(...given)),
    importStep.map((given) => new Import(given)),
    fc.tuple(fc.nat(1_000), fc.boolean()).map(([place, isSame]) => new Repeat(place, isSame)),
    fc.integer({ min: 1, max: 9 }).map((hours) => new TimePasses(hours)),
  ] as fc.Arbitrary<Command>[],
  { maxCommands: 40, size: 'max' },
);

async function begin(database: Database, run: number): Promise<{ model: Model; real: Real }> {
  const lines = ['c1', 'c2'].map((catalog_id, index) =>
    anOrderLine({ catalog_id, line_no: String(index + 1), prod_lot_qty: '10' }),
  );
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
      openUntil: closingOf(orderedAt),
      sentFrom: undefined,
      comment: '',
      isConfirmed: false,
      isMoved: false,
      isResent: false,
    }),
  );
  return { model: { slips, now: orderedAt + hourMs, made: [] }, real: { database, run, updates: 0 } };
}

/** The last two slips are planned orders. */
function isPlanned(place: number): boolean {
  return place >= slipsPerRun - 2;
}

/** After all commands, the histories and the update numbers must contain exactly the changes that were made. */
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
      'have the outcome that the model predicts, whoever acts at the same time (seed 40)',
      async () => {
        const database = await open(fillMarket);
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
