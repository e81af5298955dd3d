import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { downloads, isRight, type Right, rights } from '@trading-platform/domain-types';
import { orderUpload, tradeUpdate } from '@trading-platform/ordering';
import { ownMember, RunningApi } from './running-api.js';
import { soundBodies } from './sound-bodies.js';

/** A call of the data API, with the rights that it needs. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly needed: readonly Right[];
  /** The call needs one of these rights. The answer contains only the records for which the token has the right. */
  readonly oneOf?: readonly Right[];
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly 'x-right'?: readonly string[] }>>>>;
}

const prefix = '/ordApi/order';
/** The rights for the kinds of records that `/find` finds. */
const rightsOfKinds: readonly Right[] = ['trade', 'order', 'batch', 'master', 'list'];
const functions = [...Object.values(downloads), orderUpload, tradeUpdate];
const anUpload = {
  order_list: [
    {
      upload_no: 'r1',
      member_code_self: ownMember,
      member_code_partner: '30000003',
      hope_delivery_date: '2026-04-01',
      send_flg: '1',
      detail_list: [{ line_no: 1, catalog_id: 'catalog-1', prod_lot_qty: 1 }],
    },
  ],
};
/** The bodies of the functions that take orders or updates. */
const inputs: Readonly<Record<string, object>> = {
  [orderUpload.paths.request]: anUpload,
  [tradeUpdate.paths.request]: {
    slip_list: [{ update_no: 'r1', trade_id: 't1', version: '1', action: 'confirm' }],
  },
};
/** The bodies that name a range of records. */
const range = { seq_from: '1', seq_to: '1' };

let api: RunningApi;
/**
 * All calls, from the list of operations. A call about a batch works for every function, so it is listed once for each
 * function.
 */
let calls: readonly Call[];

beforeAll(async () => {
  api = await RunningApi.start({ CALLS_PER_MINUTE: '100000', CLIENT_CALLS_PER_MINUTE: '100000' });
  const described = (await (await fetch(`${api.base}/openapi.json`)).json()) as Described;
  const token = await api.issuer.sign({ rights });
  const batches = new Map<string, string>();
  for (const { name, paths } of functions) {
    const answer = await api.call(paths.request, soundBodies[paths.request] ?? inputs[paths.request], { token });
    expect(answer.status).toBe(200);
    batches.set(name, ((await answer.json()) as { batch_id: string }).batch_id);
  }
  calls = Object.entries(described.paths).flatMap(([template, methods]) =>
    Object.entries(methods).flatMap(([method, { 'x-right': needed = [] }]) => {
      const path = template.slice(prefix.length);
      if (needed.includes('kind')) return [{ method, path, needed: [], oneOf: rightsOfKinds }];
      if (!path.includes('{batch_id}')) return [{ method, path, needed: needed.filter(isRight) }];
      return functions.map(({ name, right }) => ({
        method,
        path: path.replace('{batch_id}', String(batches.get(name))),
        needed: needed.map((each) => (each === 'function' ? right : (each as Right))),
      }));
    }),
  );
});

afterAll(() => api.stop());

/** The tokens of the tests, one for each set of rights. */
const tokens = new Map<string, Promise<string>>();

function tokenOf(held: readonly string[]): Promise<string> {
  const key = held.join(' ');
  const token = tokens.get(key) ?? api.issuer.sign({ rights: held });
  tokens.set(key, token);
  return token;
}

/**
 * Makes a call with a token that has some rights. Returns the status, or the advice if the call is refused because a
 * right is missing.
 */
async function outcomeOf({ method, path }: Call, held: readonly string[]): Promise<number | string> {
  const token = await tokenOf(held);
  const body = method === 'post' ? range : undefined;
  // The fields of a call are checked before the right to use the function of the batch.
  const query = /\/(?:search|find)$/.test(path) ? '?text=x' : '';
  const answer = await api.call(path + query, body, { method: method.toUpperCase(), token });
  const text = await answer.text();
  if (answer.status !== 403) return answer.status;
  const { result, error_list: errors } = JSON.parse(text) as {
    result: number;
    error_list: readonly { error_detail: string }[];
  };
  expect({ result, errors }).toEqual({
    result: 1,
    errors: [{ error_item: '', error_code: 'E100001', error_detail: expect.any(String) }],
  });
  return errors[0]?.error_detail ?? '';
}

/** Returns the calls with a wrong outcome, each as a line. */
async function wrongCalls(isRightOutcome: (call: Call) => Promise<boolean>): Promise<readonly string[]> {
  const wrong: string[] = [];
  // Batches are discarded last, because the other calls read them.
  for (const call of calls.toSorted(
    (one, other) => Number(one.method === 'delete') - Number(other.method === 'delete'),
  )) {
    if (!(await isRightOutcome(call))) wrong.push(`${call.method} ${call.path}`);
  }
  return wrong;
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function routeOf(path: string): string {
  return path.replace(/\d+/, ':batchId').replace(/\{(\w+)\}/g, (_, name: string) => `:${camelCase(name)}`);
}

describe('every call against every right', () => {
  it('each call names the right that it needs', async () => {
    const routes = api.routes.filter((route) => route.includes(prefix) && !/^(head|options) /.test(route));
    const listed = new Set(calls.map(({ method, path }) => `${method} ${routeOf(path)}`));
    expect([...listed].toSorted()).toEqual(routes.map((route) => route.replace(prefix, '')).toSorted());
    const named = calls.map(({ needed, oneOf = [] }) => [...needed, ...oneOf]);
    expect(named.filter((some) => some.length === 0 || !some.every(isRight))).toEqual([]);
    expect(calls.length).toBeGreaterThan(60);
  });

  it.each(rights)(
    'without the right %s, the calls that need it are refused, and the refusal names it',
    async (right) => {
      const held = rights.filter((each) => each !== right);
      const wrong = await wrongCalls(
        async (call) =>
          !call.needed.includes(right) || String(await outcomeOf(call, held)).includes(`the right "${right}"`),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('without any right, each call is refused', async () => {
    const wrong = await wrongCalls(async (call) =>
      String(await outcomeOf(call, [])).includes(`the right "${call.needed[0] ?? call.oneOf?.[0]}"`),
    );
    expect(wrong).toEqual([]);
  });

  it('with only the needed rights, no call is refused because a right is missing', async () => {
    const wrong = await wrongCalls(async (call) => {
      const enough = call.oneOf?.map((right) => [right]) ?? [call.needed];
      const outcomes = await Promise.all(enough.map((held) => outcomeOf(call, held)));
      return outcomes.every((outcome) => typeof outcome === 'number');
    });
    expect(wrong).toEqual([]);
  });
});

describe('the right of a token', () => {
  it('is checked before the body is read', async () => {
    const token = await api.issuer.sign({ rights: [] });
    const answer = await api.call('/trade/download/request', '{', { token, headers: { 'Content-Type': 'text/html' } });
    expect(answer.status).toBe(403);
  });

  it('is checked after the call is counted, so that refused calls count', async () => {
    const token = await api.issuer.sign({ rights: [] });
    const limits = [1, 2].map(() => api.call('/trade/download/request', {}, { token }));
    const [first = 0, second = 0] = (await Promise.all(limits)).map(({ headers }) =>
      Number(headers.get('ratelimit-remaining')),
    );
    expect(Math.abs(first - second)).toBe(1);
  });

  it('is every right except update and event if the token is older than the rights of clients', async () => {
    const former = await api.issuer.sign();
    const posts = calls.filter(({ method }) => method === 'post');
    const refused = await Promise.all(
      posts.map(async ({ path }) => (await api.call(path, range, { token: former })).status === 403),
    );
    expect(refused).toEqual(posts.map(({ needed }) => needed.some((right) => right === 'update' || right === 'event')));
  });

  it('is checked for HEAD as for GET', async () => {
    const batchId = await api.finishedBatch();
    const status = async (held: readonly string[]) =>
      (
        await api.call(`/batches/${batchId}/records`, undefined, {
          method: 'HEAD',
          token: await api.issuer.sign({ rights: held }),
        })
      ).status;
    expect([await status(['batch']), await status(['master']), await status(['batch', 'master'])]).toEqual([
      403, 403, 200,
    ]);
  });
});
