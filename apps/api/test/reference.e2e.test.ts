import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callGroups } from '@trading-platform/domain-types/calls';
import { otherMember, RunningApi } from './running-api.js';
import { price, soundBodies as sound } from './sound-bodies.js';

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start({ CALLS_PER_MINUTE: '10000' });
});

afterAll(() => api.stop());

interface Operation {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly $ref?: string }>>;
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Collects the names of all fields, level by level. */
function namesIn(schemas: Readonly<Record<string, Schema>>, schema: Schema | undefined): unknown {
  if (schema?.$ref !== undefined) return namesIn(schemas, schemas[schema.$ref.split('/').at(-1) ?? '']);
  if (schema?.items !== undefined) return [namesIn(schemas, schema.items)];
  if (schema?.properties === undefined) return '';
  return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, namesIn(schemas, field)]));
}

/** Collects the names of all fields in an answer. For a list, only its first element is examined. */
function namesOf(value: unknown, named: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? named : [namesOf(value[0], (named as unknown[])[0])];
  if (typeof value !== 'object' || value === null) return '';
  const inner = named as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, namesOf(field, inner[name])]));
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Folder {
  readonly name: string;
  readonly item?: readonly Folder[];
  readonly request?: { readonly url: unknown };
}

interface Collection {
  readonly info: { readonly schema: string };
  readonly item: readonly Folder[];
}

/** Makes bodies in which every field is wrong, each body in a different way. All defects of a body are reported at once. */
function wrongBodies(body: object): readonly unknown[] {
  const fields = Object.keys({ ...body, ...Object.fromEntries(anyField.map((field) => [field, ''])) });
  const values = [null, true, 'x', 'x'.repeat(300), otherMember, [otherMember]];
  const changed = values.map((value) => Object.fromEntries(fields.map((field) => [field, value])));
  const long = { client_code_list: many, member_code_seller: many, trade_id: many, details_list: many, item: many };
  const backwards = {
    buy_upd_date_from: '2026-01-02 00:00:00',
    buy_upd_date_to: '2026-01-01 00:00:00',
    target_date_from: '2026-01-02',
    target_date_to: '2026-01-01',
  };
  const elements = { details_list: [{}], item: [{ ...price, catalog_id: 'x'.repeat(300) }] };
  return [[], ...[...changed, long, backwards, elements].map((change) => ({ ...body, ...change }))];
}

const anyField = ['response_type', 'exist_mc', 'item_code', 'update_date', 'buy_upd_date_from', 'client_code_list'];
const many = Array.from({ length: 10_001 }, () => 'x');

async function readDocument(name = 'openapi'): Promise<Document> {
  return (await (await fetch(`${api.base}/${name}.json`)).json()) as Document;
}

describe('the reference', () => {
  it('describes existing calls: each call without a token is refused', async () => {
    const { openapi, paths } = await readDocument();
    expect(openapi).toBe('3.1.0');
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method, path]),
    );
    expect(calls.length).toBe(62);
    for (const [method = '', path = ''] of calls) {
      const answer = await fetch(`${api.base}${path.replace(/\{\w+\}/, '1')}`, { method: method.toUpperCase() });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });

  it('describes all existing operations and no others', async () => {
    const { paths } = await readDocument();
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
    );
    const served = api.routes
      .filter((route) => route.includes(' /ordApi/order/') && !route.startsWith('head '))
      .map((route) => route.replace(/:\w+/g, '{}'));
    expect(described.toSorted()).toEqual(served.toSorted());
  });

  it('has a short title in both languages for each call, in its group', async () => {
    const [english, japanese] = await Promise.all([readDocument('openapi'), readDocument('openapi.ja')]);
    const groups = callGroups().flatMap(({ title, calls }) => calls.map((call) => ({ ...call, group: title.en })));
    expect(groups.filter(({ title }) => title.en.split(' ').length > 3)).toEqual([]);
    for (const [document, language] of [
      [english, 'en'],
      [japanese, 'ja'],
    ] as const) {
      const described = Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { summary, tags }]) => `${method} ${path} ${tags[0]} ${summary}`),
      );
      const listed = groups.flatMap(({ method, path, title, group }) => {
        const paths = [
          path,
          ...(method === 'post' && path.endsWith('/check') ? [path.replace(/check$/, 'confirm')] : []),
        ];
        return paths.map((each) => `${method} /ordApi/order${each} ${group} ${title[language]}`);
      });
      expect(described.toSorted()).toEqual(listed.toSorted());
    }
  });

  it('differs only in its words between the languages', async () => {
    const [english, japanese] = await Promise.all([readDocument('openapi'), readDocument('openapi.ja')]);
    const words = new Set([
      'description',
      'summary',
      'title',
      'error_detail',
      'x-displayName',
      'x-enumDescriptions',
      'name',
      'scopes',
    ]);
    const bare = (document: Document) =>
      JSON.parse(JSON.stringify(document), (key, value: unknown) => (words.has(key) ? undefined : value)) as unknown;
    expect(bare(japanese)).toEqual(bare(english));
    expect(japanese.info.description).toMatch(/^買い手・売り手/);
  });

  it('has no alternatives of values, for which generators make empty classes', async () => {
    expect(JSON.stringify(await readDocument())).not.toMatch(/"(?:anyOf|oneOf)"/);
  });

  it('says everything in Japanese: each description of a field, a parameter and a header', async () => {
    const english: string[] = [];
    JSON.stringify(await readDocument('openapi.ja'), (key, value: unknown) => {
      if (key === 'description' && /[a-z]{2,} [a-z]{2,} [a-z]{2,}/.test(String(value))) english.push(String(value));
      return value;
    });
    expect(english).toEqual([]);
  });

  it('is also available as a collection of Postman, with every call in its folder', async () => {
    for (const language of ['', '.ja']) {
      const document = await readDocument(`openapi${language}`);
      const collection = (await (await fetch(`${api.base}/postman${language}.json`)).json()) as Collection;
      expect(collection.info.schema).toMatch(/v2\.1\.0/);
      const [token, ...folders] = collection.item;
      expect(token?.request?.url).toBe('{{token_url}}');
      const calls = folders.flatMap(({ item = [] }) => item.map(({ name }) => name));
      const summaries = Object.values(document.paths).flatMap((methods) =>
        Object.values(methods).map(({ summary }) => summary),
      );
      expect(calls.toSorted()).toEqual(summaries.toSorted());
    }
  });

  it('has the same fields as the answers, in the same order', async () => {
    const { components } = await readDocument();
    const batchId = await api.finishedBatch();
    const refusedLine = [{ member_code_store: 'x', catalog_id: 'x', price: '1' }];
    for (const [record, answer] of [
      ['batch_answer', await api.call(`/batches/${batchId}?readers=1`, undefined, { method: 'GET' })],
      ['batch_list_answer', await api.call('/batches', undefined, { method: 'GET' })],
      ['delivery_explanation_answer', await api.call('/delivery/shortest/explain', sound['/delivery/shortest'])],
      ['fc_price_answer', await api.call('/fc/price', sound['/fc/price'])],
      ['envelope', await api.call('/fc/price', { item: refusedLine })],
      ['batch_cancel_answer', await api.call(`/batches/${batchId}`, undefined, { method: 'DELETE' })],
    ] as const) {
      const named = namesIn(components.schemas, components.schemas[record]);
      expect([record, JSON.stringify(namesOf(await answer.json(), named))]).toEqual([record, JSON.stringify(named)]);
    }
  });

  it('refers only to schemas that it contains', async () => {
    const document = await readDocument();
    const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  it('forbids no unknown fields, because the calls ignore them', async () => {
    const { components } = await readDocument();
    expect(JSON.stringify(components)).not.toMatch(/"additionalProperties":false|unevaluatedProperties|maxProperties/);
    for (const [path, body] of Object.entries(sound)) {
      const answer = await api.call(path, { ...body, color: 'red' });
      expect([path, answer.status, answer.headers.get('x-ignored-fields')]).toEqual([path, 200, 'color']);
    }
  });

  it.each(Object.keys(sound))(
    '%s: lists exactly the codes that can refuse the call because of its body',
    async (path) => {
      const { paths } = await readDocument();
      const operation = paths[`/ordApi/order${path}`]?.['post'];
      const listed = ['400', '422'].flatMap(
        (status) => operation?.responses[status]?.description?.match(/E0\d+/g) ?? [],
      );
      const answered = new Set<string>();
      const call = async (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
        const answer = await api.call(path, body, { headers });
        const { error_list } = (await answer.json()) as { error_list: readonly { error_code: string }[] };
        for (const { error_code } of answer.status === 200 ? [] : error_list) answered.add(error_code);
      };
      for (const body of wrongBodies(sound[path] ?? {})) await call(body);
      await call(sound[path], { 'Idempotency-Key': 'x'.repeat(256) });
      await call(sound[path], { 'Idempotency-Key': path });
      await call({ ...sound[path], response_type: 'json' }, { 'Idempotency-Key': path });
      expect([...answered].toSorted()).toEqual(listed.toSorted());
    },
  );

  it('never lists codes of single products as reasons to refuse a call', async () => {
    const { paths } = await readDocument();
    for (const [path, methods] of Object.entries(paths)) {
      const reasons = Object.values(methods)
        .flatMap(({ responses }) => Object.values(responses).map(({ description }) => description))
        .join('\n');
      // If an event endpoint or a product is unknown, the path is unknown.
      if (path.includes('{endpoint_id}') || path.includes('{product}')) continue;
      // Only `/order/generate` refuses a whole call because of an amount (E000018).
      const isOfSlips = path.endsWith('/order/generate');
      expect(reasons).not.toMatch(isOfSlips ? /E0000(12|16)|E70000[45]/ : /E0000(12|16|18)|E70000[45]/);
    }
  });
});
