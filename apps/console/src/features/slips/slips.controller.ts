import { Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { NeedsRight } from '@trading-platform/auth-core/nest';
import { type PlatformClient, PlatformError } from '@trading-platform/client';
import {
  amountFields,
  apiPaths,
  errorCode,
  formatTokyoDate,
  type ListedOrder,
  type OrderListAnswer,
  type OrderMasterListAnswer,
  type ShownSlip,
  type SlipAction,
  type SlipChange,
  type SlipSide,
  type UpdateResult,
  type UpdateSlip,
  uploadOutcome,
} from '@trading-platform/domain-types';
import { type PreviewedProduct, previewAmounts, type UpdateOfAmounts } from '@trading-platform/ordering/amounts';
import { JsonBody } from '@trading-platform/service';
import type { ListedSlip, SlipAnswer, SlipMoment, SlipsAnswer, SlipUpdateAnswer } from '../../../wire/index.js';
import { fieldError } from '../../http/console-error.js';
import { objectBody } from '../../http/object-body.js';
import { cursorOf } from '../../http/page-cursor.js';
import { PlatformCalls } from '../../platform/platform-calls.js';
import { ConsoleApi } from '../../session/console-api.js';
import { SignedIn } from '../../session/session.guard.js';
import type { LiveSession } from '../../session/session-keeper.js';
import { actionForm } from './action-form.js';
import { ownSide } from './own-side.js';

/** A user waits for an update. After this time the page says that it can be sent again. */
const waitSeconds = 25;

/** The number of slips on one page of a list. It is small because each slip needs a request of its own. */
const slipsPerPage = '25';
/** How many slips are requested at the same time. */
const slipsAtOnce = 5;

/** Shows single slips, and updates them on behalf of the user's side. */
@ConsoleApi('api/slips')
export class SlipsController {
  constructor(private readonly platform: PlatformCalls) {}

  /** The list of orders contains neither the side nor the possible actions, so each slip of a page is requested. */
  @Get()
  @NeedsRight('list', 'trade')
  async list(
    @SignedIn() live: LiveSession,
    @Query('status') status: unknown,
    @Query('cursor') cursor: unknown,
  ): Promise<SlipsAnswer> {
    const client = this.platform.clientOf(live);
    const filter = typeof status === 'string' && status !== '' ? { status_code: status.split(',') } : {};
    const body = await client.call(apiPaths.orderList, { ...filter, limit: slipsPerPage, ...cursorOf(cursor) });
    const { order_list: orders, next_cursor: nextCursor } = body as unknown as OrderListAnswer;
    const slips: ListedSlip[] = [];
    for (let from = 0; from < orders.length; from += slipsAtOnce) {
      const some = orders.slice(from, from + slipsAtOnce);
      slips.push(...(await Promise.all(some.map((order) => listedSlip(client, order)))).flat());
    }
    return { slips, ...(nextCursor === '' ? {} : { nextCursor }) };
  }

  @Get(':tradeId')
  @NeedsRight('trade')
  async show(
    @SignedIn() live: LiveSession,
    @Param('tradeId') tradeId: string,
    @Query('self') self: unknown,
  ): Promise<SlipAnswer> {
    const { trades } = this.platform.clientOf(live);
    const asked = { memberCodeSelf: typeof self === 'string' && self !== '' ? self : undefined };
    const [slip, history] = await Promise.all([trades.get(tradeId, asked), newestChanges(trades, tradeId, asked)]);
    const side = ownSide(slip, history.changes);
    return {
      slip,
      ...(side === undefined ? {} : { side }),
      actions: side === undefined ? [] : slip.actions.map((action) => actionForm(action as SlipAction, side)),
      moments: history.changes.map(momentOf),
      hasOlder: history.hasOlder,
    };
  }

  @Post(':tradeId/update')
  @NeedsRight('trade', 'update')
  @HttpCode(200)
  async update(
    @SignedIn() live: LiveSession,
    @Param('tradeId') tradeId: string,
    @Query('checkOnly') checkOnly: unknown,
    @JsonBody() body: unknown,
  ): Promise<SlipUpdateAnswer> {
    const client = this.platform.clientOf(live);
    // The platform judges the fields, so they are passed on unchanged.
    const update = { ...objectBody(body), trade_id: tradeId } as unknown as UpdateSlip;
    const isCheck = checkOnly === '1';
    const how = { checkOnly: isCheck, batchTimeoutSeconds: waitSeconds };
    const [result] = (await client.orders.update([update], how)) as [UpdateResult];
    const answer = answerOf(result);
    if (!isCheck || !answer.isAccepted) return answer;
    const amounts = await amountsAfter(client, update);
    return amounts === undefined ? answer : { ...answer, amounts };
  }
}

/** If a slip was archived or removed in the meantime, it is left out. */
async function listedSlip(client: PlatformClient, order: ListedOrder): Promise<readonly ListedSlip[]> {
  const { trade_id: tradeId, member_code_self: memberCodeSelf } = order;
  const slip = await client.trades.get(tradeId, { memberCodeSelf }).catch((error: unknown) => {
    if (error instanceof PlatformError && error.errorCode === errorCode.slipUnknown) return undefined;
    throw error;
  });
  if (slip === undefined) return [];
  return [
    {
      tradeId,
      checkNumber: slip.check_number,
      statusCode: slip.status_code,
      partner: slip.member_name_partner || order.member_code_partner,
      deliveryDay: slip.delivery_date || slip.hope_delivery_date,
      total: slip.trade_total,
      actions: slip.actions as readonly SlipAction[],
    },
  ];
}

type Trades = PlatformClient['trades'];
type Asked = Parameters<Trades['get']>[1];

async function newestChanges(trades: Trades, tradeId: string, asked: Asked) {
  const pages = trades.history(tradeId, asked).pages();
  const { value: changes = [] } = (await pages.next()) as { readonly value?: readonly SlipChange[] };
  // Every change is one version, and the first one makes the slip.
  return { changes, hasOlder: changes.length > 0 && Number(changes.at(-1)?.version) > 1 };
}

/**
 * The platform judges an update without returning its amounts. Therefore the console calculates them by the same rules
 * from the slip that the user sees. After an earlier return the slip alone does not show how the rest is rounded.
 */
async function amountsAfter(client: PlatformClient, update: UpdateSlip): Promise<SlipUpdateAnswer['amounts']> {
  const { trade_id: tradeId, member_code_self: memberCodeSelf, version, action } = update;
  const slip: ShownSlip = await client.trades.get(tradeId, { memberCodeSelf });
  if (slip.version !== version) return undefined;
  if (action === 'return') {
    const { changes } = await newestChanges(client.trades, tradeId, { memberCodeSelf });
    if (changes.some((change) => change.action === action)) return undefined;
  }
  const of = update as UpdateOfAmounts;
  return previewAmounts(slip, of, {
    byCatalogId: await addedProducts(client, of, slip),
    today: formatTokyoDate(Date.now()),
  });
}

/**
 * The maximum number of calls. A larger order master is not searched for the products of new lines; the user then sees
 * their amounts only after the update.
 */
const mostProductPages = 10;

/** Finds the products of new lines in the order master of the buyer, if the user may list it. */
async function addedProducts(
  client: PlatformClient,
  { action, detail_list = [] }: UpdateOfAmounts,
  { member_code_self }: ShownSlip,
): Promise<ReadonlyMap<string, PreviewedProduct>> {
  const added = action === 'change' ? detail_list.filter(({ trade_prod_id }) => trade_prod_id === undefined) : [];
  const wanted = new Set(added.map(({ catalog_id }) => catalog_id));
  const found = new Map<string, PreviewedProduct>();
  let next: { readonly cursor?: string } = {};
  for (let page = 0; page < mostProductPages && found.size < wanted.size; page++) {
    // oxlint-disable-next-line no-await-in-loop
    const body = await client.call(apiPaths.orderMasterList, { member_code_self, ...next }).catch(unlessMissingRight);
    const { catalog_list: lines, next_cursor: cursor } = (body ?? emptyPage) as unknown as OrderMasterListAnswer;
    for (const line of lines) if (wanted.has(line.catalog_id)) found.set(line.catalog_id, line);
    if (cursor === '') break;
    next = { cursor };
  }
  return found;
}

const emptyPage = { catalog_list: [], next_cursor: '' };

function unlessMissingRight(error: unknown): undefined {
  if (error instanceof PlatformError && error.errorCode === errorCode.noAuthority) return undefined;
  throw error;
}

function answerOf(result: UpdateResult): SlipUpdateAnswer {
  const { new_trade_id: tradeId, new_check_number: checkNumber } = result;
  return {
    isAccepted: result.result === uploadOutcome.accepted,
    statusCode: result.status_code,
    ...(tradeId === '' ? {} : { made: { tradeId, checkNumber } }),
    errors: result.error_list.map(fieldError),
    isConflict: result.error_list.some(({ error_code }) => error_code === errorCode.updatedElsewhere),
  };
}

const amounts: ReadonlySet<string> = new Set(amountFields.trade);

function isAmount(name: string): boolean {
  return amounts.has(name);
}

function momentOf({ version, at, action, by, changed }: SlipChange): SlipMoment {
  const lines = changed.flatMap((name) => /^detail_list\[([^\]]*)\]/.exec(name)?.[1] ?? []);
  return {
    version,
    at,
    action,
    ...(by.side === '' ? {} : { side: by.side as SlipSide }),
    ...(by.user_id === undefined ? {} : { userId: by.user_id }),
    ...(by.client_id === undefined ? {} : { clientId: by.client_id }),
    isOwn: by.member_code !== '',
    fields: changed.filter((name) => !name.startsWith('detail_list') && !isAmount(name)),
    areAmountsChanged: changed.some(isAmount),
    lineCount: new Set(lines).size,
  };
}
