import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '@trading-platform/database/testing';
import {
  appendEvents,
  TypeOrmEventLog,
  TypeOrmEventNews,
  TypeOrmEventSequence,
} from '@trading-platform/event-log/typeorm';
import { EndpointSecrets, EventEndpoints } from '../src/index.js';
import { TypeOrmEndpointStore } from '../src/typeorm/index.js';
import { owner, slip } from './push-world.js';
import { type Received, startReceiver } from './receivers.js';

const program = fileURLToPath(new URL('pusher-process.mjs', import.meta.url));
export interface Storm {
  readonly endpoints: number;
  readonly events: number;
  readonly kills: number;
  readonly seed: number;
  /** How many times faster than real time the clock of the processes is. Pauses of the plan are hours long. */
  readonly speed: number;
}

/** The messages that one endpoint has got, and those that it should have. */
export interface Outcome {
  readonly lost: number;
  readonly foreign: number;
  readonly received: readonly Received[];
}

/** Pushes events to endpoints that fail at random. One of the two pushing processes is killed again and again. */
export async function pushThroughKills(database: TestDatabase, storm: Storm): Promise<readonly Outcome[]> {
  const { speed } = storm;
  const random = randomOf(storm.seed);
  const [log, news] = [new TypeOrmEventLog(database), new TypeOrmEventNews(database)];
  const sequence = new TypeOrmEventSequence(database, async () => []);
  const start = Date.now();
  const now = () => start + (Date.now() - start) * speed;
  const secrets = new EndpointSecrets({ seal: (plain) => plain, open: (sealed) => sealed });
  const store = new TypeOrmEndpointStore(database);
  const caller = { send: async () => ({ status: 204, body: new Uint8Array() }) };
  const endpoints = new EventEndpoints({ store, log, secrets, caller, now });
  const receivers = await Promise.all(
    Array.from({ length: storm.endpoints }, async () => {
      const taken = new Set<string>();
      const receiver = await startReceiver(({ id }) => {
        const luck = random();
        if (luck < 0.1) return 500;
        if (luck < 0.2) return 'cut';
        taken.add(id);
        return 204;
      });
      return { ...receiver, taken };
    }),
  );
  for (const [index, { url }] of receivers.entries()) {
    const of = { ...owner, clientId: `client-${index}` };
    const { endpoint } = await endpoints.create(of, {
      url,
      types: ['*'],
      memberCodes: [owner.memberCode],
      description: '',
    });
    await endpoints.test(of, endpoint.endpointId);
  }
  const workers: ChildProcess[] = [];
  const startWorker = async () => {
    const worker = spawn(process.execPath, [program, database.address, String(start), String(speed)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(worker.stdout, 'data');
    workers.push(worker);
  };
  try {
    await Promise.all([startWorker(), startWorker()]);
    const portion = Math.ceil(storm.events / (storm.kills + 1));
    for (let sent = 0; sent < storm.events; sent += portion) {
      const happenings = Array.from({ length: Math.min(portion, storm.events - sent) }, (_, n) =>
        slip(String(sent + n)),
      );
      await database.transaction((transaction) => appendEvents(transaction, { happenings }, now()));
      await sequence.advance({ now: now(), outside: [] });
      news.tellEvents();
      await sleep(100 + random() * 400);
      if (sent + portion >= storm.events) break;
      workers.shift()?.kill('SIGKILL');
      // The process that is killed last is not replaced: the other process has to take over its endpoints.
      if (sent + 2 * portion < storm.events) await startWorker();
    }
    const { events } = await log.read({ after: 'oldest', limit: storm.events });
    const wanted = new Set(events.map(({ id }) => id));
    await untilAll(() => receivers.reduce((sum, { taken }) => sum + taken.size, 0), wanted.size * storm.endpoints);
    return receivers.map(({ received, taken }) => {
      const lost = [...wanted].filter((id) => !taken.has(id)).length;
      return { lost, foreign: [...taken].filter((id) => !wanted.has(id)).length, received };
    });
  } finally {
    for (const worker of workers) worker.kill('SIGKILL');
    await Promise.all(receivers.map((receiver) => receiver.close()));
  }
}

/** Waits for all messages. When no new message comes for a while, the missing ones are lost. */
async function untilAll(count: () => number, wanted: number): Promise<void> {
  let [last, end] = [count(), Date.now() + 120_000];
  while (last < wanted && Date.now() < end) {
    await sleep(100);
    const present = count();
    if (present > last) [last, end] = [present, Date.now() + 120_000];
  }
}

/** Random numbers that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
