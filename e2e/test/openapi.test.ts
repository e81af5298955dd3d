import { globSync, readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { findingsOfRedocly } from '@trading-platform/openapi-checks';
import type { ApiCaller } from '../src/api-caller.js';
import { loadDemoMarket } from '../src/demo-market.js';
import { describePlatform } from '../src/describe-platform.js';
import { interfaceNames } from '../src/interface-names.js';
import { AnswerCheck, type OpenApiDocument, type OpenApiOperation } from '../src/openapi.js';
import type { Platform } from '../src/platform.js';

const kinds = [
  'members',
  'master',
  'trade',
  'nottrade',
  'orderclosing',
  'businessholiday',
  'orderblock',
  'fc-prices',
  'delivery-places',
];

/**
 * The examples of these operations cannot succeed. The values in these examples come from an earlier call, or exist
 * only for a while.
 */
const refusedExamples = ['/order/generate', '/products/{product}'];

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

/** The interface that callers of the first release can see. */
const firstInterface: ReadonlySet<string> = new Set(
  readFileSync(new URL('interface-1.0.0.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

const inRepository = (path: string) => new URL(`../../${path}`, import.meta.url);
const readJson = (path: string) => JSON.parse(readFileSync(inRepository(path), 'utf8'));

/** Returns the entries that the change log has for callers, and the entries that the next release will add. */
function changeLog(): Readonly<Record<'en' | 'ja', string>> {
  const releases: { packages: { entries: { en: string; ja: string }[] }[] }[] = readJson(
    'packages/portal/site/releases.json',
  );
  const entries = releases.flatMap(({ packages }) => packages.flatMap((each) => each.entries));
  const waiting = globSync('*.md', { cwd: inRepository('.changeset/') }).map((name) =>
    readFileSync(inRepository(`.changeset/${name}`), 'utf8').split('\nja: '),
  );
  return {
    en: [...entries.map(({ en }) => en), ...waiting.map(([english]) => english)].join('\n'),
    ja: [...entries.map(({ ja }) => ja), ...waiting.map(([, japanese]) => japanese ?? '')].join('\n'),
  };
}

async function readDocument(url: string): Promise<OpenApiDocument> {
  return (await (await fetch(`${url}/openapi.json`)).json()) as OpenApiDocument;
}

/** The calls in an order in which batches are first requested, then read, then removed. */
function callsOf({ paths }: OpenApiDocument): readonly Call[] {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return calls.toSorted((one, other) => rank(one) - rank(other));
}

function rank({ method, path }: Call): number {
  if (method === 'delete') return 2;
  return path.includes('/batches') ? 1 : 0;
}

/** Sends the examples in an OpenAPI document without changes, except for the numbers of the last batch and endpoint. */
class ExampleCaller {
  readonly #platform: Platform;
  readonly #caller: ApiCaller;
  #batchId = '';
  /** The last batch that keeps the input with which it was requested. */
  #inputId = '';
  #endpointId = '';

  constructor(platform: Platform, caller: ApiCaller) {
    this.#platform = platform;
    this.#caller = caller;
  }

  async send(call: Call, isSignedIn: boolean, changed?: object): Promise<Response> {
    const { method, path, operation } = call;
    const example = operation.requestBody?.content['application/json']?.example;
    const known = example !== undefined && 'batch_id' in example ? { batch_id: this.#batchId } : {};
    const body = example === undefined ? undefined : { ...example, ...known, ...changed };
    const parameters = operation.parameters ?? [];
    const query = parameters.filter((each) => each.in === 'query' && each.name !== 'cursor');
    const search = new URLSearchParams(
      Object.fromEntries(query.map(({ name, example: value }) => [name, String(value)])),
    );
    const fromEarlierAnswers = ['If-None-Match', 'Last-Event-ID'];
    const headers = parameters.filter((each) => each.in === 'header' && !fromEarlierAnswers.includes(each.name));
    const given: Readonly<Record<string, string>> = {
      ...Object.fromEntries(parameters.map(({ name, example: value }) => [name, String(value)])),
      batch_id: (path.endsWith('/input') ? this.#inputId : this.#batchId) || '41',
      endpoint_id: this.#endpointId || '41',
    };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? '');
    const url = `${this.#platform.apiUrl}${filled}?${search}`;
    return fetch(url, {
      method: method.toUpperCase(),
      headers: {
        ...Object.fromEntries(headers.map(({ name, example: value }) => [name, String(value)])),
        ...(isSignedIn ? { Authorization: `Bearer ${await this.#caller.token()}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  /** After a request step, notes the batch and waits until the batch has ended. */
  async followBatch(path: string, answer: Response): Promise<void> {
    if (path.endsWith('/event-endpoints') && this.#endpointId === '') {
      const { endpoint } = (await answer.json()) as { endpoint?: { endpoint_id: string } };
      this.#endpointId = endpoint?.endpoint_id ?? '';
    }
    if (!path.endsWith('/request')) return;
    this.#batchId = ((await answer.json()) as { batch_id: string }).batch_id;
    if (/(upload|update)\/request$/.test(path)) this.#inputId = this.#batchId;
    const download = path.slice('/ordApi/order'.length, -'/request'.length) as `/x/download`;
    await this.#caller.waitForEnd(download, this.#batchId);
  }
}

/** Sends the forms in an OpenAPI document without changes, except for values that a document cannot contain. */
class FormSender {
  readonly #url: string;
  readonly #known: Readonly<Record<string, string>>;
  #refreshToken = '';

  constructor(platform: Platform, { credentials }: ApiCaller) {
    this.#url = platform.authUrl;
    this.#known = {
      user_id: credentials.userId,
      user_password: credentials.password,
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    };
  }

  async send({ method, path, operation }: Call, example: object | undefined): Promise<Response> {
    const parameters = (operation.parameters ?? []).filter((each) => each.in === 'query');
    const query = new URLSearchParams(
      Object.fromEntries(parameters.map(({ name, example: value }) => [name, String(value)])),
    );
    const tokens = { refresh_token: this.#refreshToken, token: this.#refreshToken };
    const form = Object.entries({ ...this.#known, ...tokens }).filter(([name]) => Object.hasOwn(example ?? {}, name));
    const answer = await fetch(`${this.#url}${path}?${query}`, {
      method: method.toUpperCase(),
      redirect: 'manual',
      ...(example === undefined ? {} : { body: new URLSearchParams({ ...example, ...Object.fromEntries(form) }) }),
    });
    if (answer.ok && path.endsWith('/access_token')) {
      this.#refreshToken = ((await answer.clone().json()) as { refresh_token: string }).refresh_token;
    }
    return answer;
  }
}

/**
 * The expected answers. Three forms cannot succeed: a document cannot contain a valid code, the client is no service account, and the authorization
 * page does not know the sample client.
 */
const formAnswers = [
  'readClientName 401',
  'readUserName 401',
  'listOwnGrants 401',
  'endOwnGrant 401',
  'issueTokensByCredentials credentials_form 200',
  'issueOrReissueTokens code_exchange_form 400',
  'issueOrReissueTokens reissue_form 200',
  'issueOrReissueTokens client_credentials_form 400',
  'introspectToken token_form 200',
  'revokeToken token_form 200',
  'showAuthorizationPage 400',
  'submitAuthorizationPage sign_in 400',
  'readServerMetadata 200',
  'readKeySet 200',
  'readRevocations 200',
  'readOpenIdConfiguration 200',
  'readUserInfo 401',
  'postUserInfo 401',
];

/** The forms are sorted so that tokens are issued before they are used. */
function formRank({ operation: { operationId } }: Call): number {
  return formAnswers.findIndex((answer) => answer.startsWith(`${operationId} `));
}

describe('OpenAPI documents', () => {
  describePlatform(
    'documents',
    { database: 'sqlite', settings: { OPENID_CONNECT: 'true', EVENT_ADDRESSES: '127.0.0.0/8' } },
    (flow) => {
      flow('of the authentication server keep the rules too, and describe its answers', async (platform) => {
        const document = await readDocument(platform.authUrl);
        expect(await findingsOfRedocly(document)).toEqual([]);
        await platform.load('members', [{ member_code: '10000001' }]);
        const sender = new FormSender(platform, await platform.caller('10000001'));
        const check = new AnswerCheck(document);
        const answers: string[] = [];
        for (const call of callsOf(document).toSorted((one, other) => formRank(one) - formRank(other))) {
          const { examples = {} } = call.operation.requestBody?.content['application/x-www-form-urlencoded'] ?? {};
          const shown = Object.entries(examples).map(([name, { value }]) => [` ${name}`, value] as const);
          for (const [name, example] of shown.length === 0 ? ([['', undefined]] as const) : shown) {
            const answer = await sender.send(call, example);
            answers.push(`${call.operation.operationId}${name} ${answer.status}`);
            await check.expectDescribed(call.operation, answer);
          }
        }
        expect(answers).toEqual(formAnswers);
      });

      flow('lose nothing that callers know, and gain nothing without an entry in the change log', async (platform) => {
        const documents = await Promise.all([platform.authUrl, platform.apiUrl].map(readDocument));
        const names = documents.flatMap(interfaceNames);
        const now = new Set(names.map(({ name }) => name));
        expect([...firstInterface].filter((name) => !now.has(name))).toEqual([]);
        const added = names.filter(({ name }) => !firstInterface.has(name));
        for (const [language, text] of Object.entries(changeLog())) {
          const codes = text.match(/`[^`]+`/g) ?? [];
          const untold = added.filter(({ word }) => !codes.some((code) => code.includes(word)));
          expect([language, untold.map(({ name }) => name)]).toEqual([language, []]);
        }
      });

      flow('say the version of the interface, and that of the service as its manifest has it', async (platform) => {
        for (const [app, url] of [
          ['auth', platform.authUrl],
          ['api', platform.apiUrl],
        ] as const) {
          const { version } = readJson(`apps/${app}/package.json`);
          const document = await readDocument(url);
          expect(document).toMatchObject({ info: { version: '1.0.0', 'x-service-version': version } });
          expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({ service: app, version });
        }
      });

      flow('of the data API keep the rules, have working examples, and describe its answers', async (platform) => {
        const { headOffice } = await loadDemoMarket(platform, kinds, '200');
        const caller = new ExampleCaller(platform, await platform.caller(headOffice));
        const document = await readDocument(platform.apiUrl);
        expect(await findingsOfRedocly(document)).toEqual([]);
        const check = new AnswerCheck(document);
        const statuses: [string, number][] = [];
        for (const call of callsOf(document)) {
          await check.expectDescribed(call.operation, await caller.send(call, false));
          if (call.operation.requestBody !== undefined) {
            const refused = await caller.send(call, true, { color: 'red', response_type: 'xml' });
            expect([call.path, refused.status, refused.headers.get('x-ignored-fields')]).toEqual([
              call.path,
              400,
              'color',
            ]);
            await check.expectDescribed(call.operation, refused);
          }
          const answer = await caller.send(call, true);
          statuses.push([`${call.method} ${call.path}`, answer.status]);
          if (answer.ok) await caller.followBatch(call.path, answer.clone());
          await check.expectDescribed(call.operation, answer);
        }
        const refused = statuses.filter(([, status]) => status !== 200);
        expect(refused.filter(([call]) => !refusedExamples.some((path) => call.endsWith(path)))).toEqual([]);
        expect(statuses.length).toBeGreaterThan(30);
      });
    },
  );
});
