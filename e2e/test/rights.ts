import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Client } from '../src/api-caller.js';
import type { DescribeFlow } from '../src/describe-platform.js';
import type { Platform } from '../src/platform.js';

const member = '10000001';
const password = 'correct horse battery staple';
/** A withdrawal takes effect within this time (Spec 5). */
const promisedMs = 5_000;
const loops = 4;
const pauseMs = 5;

/** Calls that need different rights. A call is answered with 200 if the caller has its right. */
const calls = [
  { right: 'master', path: '/master/download/buy/request', body: {} },
  { right: 'list', path: '/partner/list', body: {} },
  { right: 'setting', path: '/setting/nottrade/download/request', body: { member_code_seller: [member] } },
] as const;

/** One answer of the data API. The times are those of `performance.now`. */
interface Answer {
  readonly right: string;
  readonly status: number;
  readonly startedAt: number;
  readonly detail: string;
}

type TokenForm = Readonly<Record<string, string>>;

/** A system that calls without a pause. When its token is no longer accepted, the system gets a new one. */
class Job {
  readonly answers: Answer[] = [];
  readonly #platform: Platform;
  readonly #client: Client;
  /** The form with which the system gets its next token. */
  #form: TokenForm;
  #token: Promise<string> | undefined;
  readonly #stopping = new AbortController();
  #loops: Promise<unknown> = Promise.resolve();

  constructor(platform: Platform, client: Client, form: TokenForm) {
    this.#platform = platform;
    this.#client = client;
    this.#form = form;
  }

  start(): void {
    this.#loops = Promise.all(Array.from({ length: loops }, (_, first) => this.#loop(first)));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loops;
  }

  renew(): void {
    this.#token = undefined;
  }

  /** Waits until an answer that came after `since` fulfils the condition. */
  async until(since: number, fits: (answer: Answer) => boolean): Promise<void> {
    while (!this.answers.some((answer) => answer.startedAt >= since && fits(answer))) await sleep(pauseMs);
  }

  async #loop(first: number): Promise<void> {
    for (let turn = first; !this.#stopping.signal.aborted; turn++) {
      const { right, path, body } = calls[turn % calls.length] ?? calls[0];
      const token = await this.#currentToken();
      const startedAt = performance.now();
      const answer = await fetch(`${this.#platform.apiUrl}/ordApi/order${path}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      const { error_list: errors } = (await answer.json()) as { error_list: readonly { error_detail: string }[] };
      this.answers.push({ right, status: answer.status, startedAt, detail: errors[0]?.error_detail ?? '' });
      if (answer.status === 401) await this.#forget(token);
      await sleep(pauseMs);
    }
  }

  #currentToken(): Promise<string> {
    this.#token ??= this.#newToken();
    return this.#token;
  }

  async #forget(token: string): Promise<void> {
    if ((await this.#token) === token) this.#token = undefined;
  }

  async #newToken(): Promise<string> {
    const { clientId, clientSecret } = this.#client;
    const isFirst = this.#form['user_id'] !== undefined;
    const address = isFirst ? '/api/credentials/access_token' : '/idp/oauth2/access_token?realm=/api';
    const body = new URLSearchParams({ ...this.#form, client_id: clientId, client_secret: clientSecret });
    const answer = await fetch(this.#platform.authUrl + address, { method: 'POST', body });
    expect(answer.status).toBe(200);
    const record = (await answer.json()) as { access_token: string; refresh_token?: string };
    if (record.refresh_token !== undefined) {
      this.#form = { grant_type: 'refresh_token', refresh_token: record.refresh_token };
    }
    return record.access_token;
  }
}

async function jobOfUser(platform: Platform): Promise<{ readonly job: Job; readonly clientId: string }> {
  const user = ['user', 'create', '--user-id', 'taro', '--member-code', member, '--replace', '--no-member-check'];
  await platform.operate(user, password);
  const client = await platform.createClient('Kitchen ERP');
  return {
    job: new Job(platform, client, { user_id: 'taro', user_password: password }),
    clientId: client.clientId,
  };
}

async function jobOfServiceAccount(platform: Platform): Promise<{ readonly job: Job; readonly clientId: string }> {
  const create = ['client', 'create', '--name', 'Nightly batch', '--member-code', member];
  const made = await platform.operate<{ client_id: string; client_secret: string }>(create);
  const client = { clientId: made.client_id, clientSecret: made.client_secret };
  return { job: new Job(platform, client, { grant_type: 'client_credentials' }), clientId: client.clientId };
}

/** Limits that the systems do not reach, although they call without a pause. */
export const settings = {
  CALLS_PER_MINUTE: '100000',
  CLIENT_CALLS_PER_MINUTE: '100000',
  BATCHES_PER_CLIENT: '100000',
};

interface RightsTest {
  readonly rounds: number;
  /** Whether the time until a withdrawal takes effect is checked. A busy machine needs longer. */
  readonly isTimed: boolean;
}

/** Withdraws rights while systems call without a pause. */
export function describeRights(flow: DescribeFlow, { rounds, isTimed }: RightsTest): void {
  flow('withdrawn rights stop the calls that need them, and no others', async (platform) => {
    await platform.load('members', [{ member_code: member }]);
    const user = await jobOfUser(platform);
    const account = await jobOfServiceAccount(platform);
    const bystander = { job: (await jobOfUser(platform)).job };
    const jobs = [user.job, account.job, bystander.job];
    jobs.forEach((job) => job.start());
    try {
      await Promise.all(jobs.map((job) => job.until(0, ({ status }) => status === 200)));
      for (let round = 0; round < rounds; round++) {
        for (const { job, clientId } of [user, account]) {
          const rights = ['client', 'rights', '--client-id', clientId];
          const begunAt = performance.now();
          await platform.operate([...rights, '--withdraw', 'master']);
          const withdrawnAt = performance.now();
          await job.until(withdrawnAt, ({ right, status }) => right === 'master' && status === 403);
          await job.until(withdrawnAt, ({ right, status }) => right === 'list' && status === 200);
          if (isTimed) await sleep(promisedMs);
          const givenAt = performance.now();
          await platform.operate([...rights, '--give', 'master', '--also-grants']);
          judge(job.answers, { begunAt, withdrawnAt, givenAt, isTimed });
          // A granted right takes effect with the next token.
          job.renew();
          await job.until(givenAt, ({ right, status }) => right === 'master' && status === 200);
        }
      }
    } finally {
      await Promise.all(jobs.map((job) => job.stop()));
    }
    expect(new Set(bystander.job.answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
}

interface Withdrawal {
  readonly begunAt: number;
  readonly withdrawnAt: number;
  readonly givenAt: number;
  readonly isTimed: boolean;
}

/** Checks the answers from the beginning of a withdrawal until the right was granted again. */
function judge(all: readonly Answer[], { begunAt, withdrawnAt, givenAt, isTimed }: Withdrawal): void {
  const answers = all.filter(({ startedAt }) => startedAt >= begunAt && startedAt < givenAt);
  const refused = answers.filter(({ status }) => status === 403);
  expect(new Set(refused.map(({ right }) => right))).toEqual(new Set(['master']));
  expect(refused.every(({ detail }) => detail.includes('the right "master"'))).toBe(true);
  expect(answers.filter(({ status }) => ![200, 401, 403].includes(status))).toEqual([]);
  // After the first answer with a token without the right, no call with the right succeeds any more.
  const first = refused[0]?.startedAt ?? 0;
  const served = answers.filter(({ right, status }) => right === 'master' && status === 200);
  expect(served.filter(({ startedAt }) => startedAt > first)).toEqual([]);
  if (!isTimed) return;
  const late = answers.filter(({ startedAt }) => startedAt > withdrawnAt + promisedMs);
  expect(late.filter(({ right, status }) => right === 'master' && status !== 403)).toEqual([]);
  expect(late.filter(({ right, status }) => right !== 'master' && status !== 200)).toEqual([]);
}
