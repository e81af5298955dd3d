import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RunningApi } from './running-api.js';

let api: RunningApi;

beforeAll(async () => {
  api = await RunningApi.start();
});

afterAll(() => api.stop());

interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

async function readDocument(): Promise<Document> {
  return (await (await fetch(`${api.base}/openapi.json`)).json()) as Document;
}

describe('the reference', () => {
  it('describes calls that exist: each asks for a token', async () => {
    const { openapi, paths } = await readDocument();
    expect(openapi).toBe('3.1.0');
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => [method, path]),
    );
    expect(calls.length).toBe(32);
    for (const [method = '', path = ''] of calls) {
      const answer = await fetch(`${api.base}${path.replace(/\{\w+\}/, '1')}`, { method: method.toUpperCase() });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });

  it('refers only to schemas that it holds', async () => {
    const document = await readDocument();
    const names = [...JSON.stringify(document).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys(document.components.schemas)));
  });

  it('has a page for people', async () => {
    const answer = await fetch(`${api.base}/reference`);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const page = await answer.text();
    for (const text of ['/ordApi/order/master/download/buy/request', 'stock_sub_qty30', 'E000008', 'Trade download']) {
      expect(page).toContain(text);
    }
  });
});
