import { randomBytes } from 'node:crypto';
import type { TestDatabase } from '@trading-platform/database/testing';
import { rights } from '@trading-platform/domain-types';
import { EventFeed, type Happening } from '@trading-platform/event-log';
import {
  appendEvents,
  TypeOrmEventLog,
  TypeOrmEventNews,
  TypeOrmEventSequence,
} from '@trading-platform/event-log/typeorm';
import { AddressRule, GuardedHttp } from '@trading-platform/service/outbound';
import {
  type Authority,
  EndpointSecrets,
  type EndpointTerms,
  EventEndpoints,
  EventPusher,
  type EventPusherOptions,
  type SecretSeal,
} from '../src/index.js';
import { TypeOrmEndpointStore, TypeOrmPushStore } from '../src/typeorm/index.js';

export const owner = { memberCode: 'M1', clientId: 'client' } as const;

/** Everything around a pusher, on a real database and with real calls. */
export function pushWorld(database: TestDatabase) {
  const log = new TypeOrmEventLog(database);
  const news = new TypeOrmEventNews(database);
  const sequence = new TypeOrmEventSequence(database, async () => []);
  const feed = new EventFeed(log, news);
  // A call must not end by its limit if the process stands still. Hanging calls end when their pusher stops.
  const timeoutMs = 60_000;
  const caller = new GuardedHttp({ addresses: AddressRule.read('127.0.0.0/8')!, allowHttp: true, timeoutMs });
  const secrets = new EndpointSecrets(reversibleSeal);
  const store = new TypeOrmPushStore(database, news);
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const authority: { present: Authority | undefined | 'unknown' } = { present: { rights, memberWide: false } };
  const visible = new Set(['M2']);
  const endpointStore = new TypeOrmEndpointStore(database);
  const endpoints = new EventEndpoints({ store: endpointStore, log, secrets, caller, now });
  const logged: object[] = [];
  const logger = {
    warn: (details: object, message: string) => void logged.push({ message, ...details }),
    error: (details: object, message: string) => void logged.push({ message, ...details }),
  };
  const pushers: EventPusher[] = [];

  return {
    log,
    store,
    endpoints,
    endpointStore,
    clock,
    authority,
    visible,
    logged,
    makePusher: (options: Partial<EventPusherOptions> = {}): EventPusher => {
      const pusher = new EventPusher({
        store,
        log,
        feed,
        secrets,
        caller,
        now,
        logger,
        authorities: { of: async () => authority.present },
        visibleMembers: async (_, codes) => codes.filter((code) => visible.has(code)),
        ...options,
      });
      pushers.push(pusher);
      return pusher;
    },
    /** Creates an endpoint, and enables it as if it had answered its test. */
    addEndpoint: async (url: string, terms: Partial<EndpointTerms> = {}, of: typeof owner = owner) => {
      const common = { url, types: ['*'], memberCodes: [of.memberCode], description: '' };
      const { endpoint, secret } = await endpoints.create(of, { ...common, ...terms });
      await endpointStore.change(of, endpoint.endpointId, { disabledReason: '', testedAt: now() }, now());
      return { endpointId: endpoint.endpointId, secret };
    },
    /** Appends events and gives them positions. */
    happen: async (...happenings: readonly Happening[]): Promise<void> => {
      await database.transaction((transaction) => appendEvents(transaction, { happenings }, now()));
      await sequence.advance({ now: now(), outside: [] });
      news.tellEvents();
    },
    end: async (): Promise<void> => {
      await Promise.all(pushers.map((pusher) => pusher.stop()));
      feed.close();
      caller.close();
    },
  };
}

export function slip(tradeId: string, memberCode: string = owner.memberCode): Happening {
  return { type: 'trade.created', memberCode, data: { trade_id: tradeId } };
}

/** A simple mask in place of encryption, which has its own tests. */
const mask = randomBytes(64);
const reversibleSeal: SecretSeal = {
  seal: (plain) => plain.map((byte, index) => byte ^ (mask[index] ?? 0)),
  open: (sealed) => sealed.map((byte, index) => byte ^ (mask[index] ?? 0)),
};
