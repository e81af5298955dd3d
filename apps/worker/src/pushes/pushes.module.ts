import { Inject, Logger, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AuthorityFeed, ServerSecret } from '@trading-platform/auth-core';
import { EventFeed, EventLog, EventNews } from '@trading-platform/event-log';
import { EventLogDatabase } from '@trading-platform/event-log/typeorm';
import { EndpointSecrets, EndpointStore, EventPusher, PushStore } from '@trading-platform/event-push';
import { TypeOrmEndpointStore, TypeOrmPushStore } from '@trading-platform/event-push/typeorm';
import { MemberDirectory } from '@trading-platform/ordering';
import { Readiness } from '@trading-platform/service';
import { GuardedHttp } from '@trading-platform/service/outbound';
import { PinoLogger } from 'nestjs-pino';
import { ENV, type Env } from '../env.js';
import { EventsModule } from '../events/events.module.js';
import { EndpointResealing } from './endpoint-resealing.js';
import { PushMetrics } from './push-metrics.js';

/** The module that pushes events to endpoints. It needs the key of events. */
@Module({
  imports: [EventsModule],
  providers: [
    { provide: AuthorityFeed, inject: [ENV], useFactory: makeFeed },
    {
      provide: GuardedHttp,
      inject: [ENV],
      useFactory: ({ eventAddresses: addresses, eventAllowHttp: allowHttp }: Env) =>
        new GuardedHttp({ addresses, allowHttp }),
    },
    {
      provide: PushStore,
      inject: [EventLogDatabase, EventNews],
      useFactory: (database: EventLogDatabase, news: EventNews) => new TypeOrmPushStore(database, news),
    },
    {
      provide: EndpointStore,
      inject: [EventLogDatabase],
      useFactory: (database: EventLogDatabase) => new TypeOrmEndpointStore(database),
    },
    EndpointResealing,
    PushMetrics,
    {
      provide: EventPusher,
      inject: [
        ENV,
        PushStore,
        EventLog,
        EventFeed,
        AuthorityFeed,
        MemberDirectory,
        GuardedHttp,
        PushMetrics,
        PinoLogger,
      ],
      useFactory: makePusher,
    },
  ],
})
export class PushesModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    private readonly pusher: EventPusher,
    private readonly authorities: AuthorityFeed,
    @Inject(PushMetrics) private readonly metrics: PushMetrics,
    readiness: Readiness,
  ) {
    readiness.add('rights of endpoints', () => authorities.check(), { impairs: true });
  }

  onApplicationBootstrap(): void {
    this.metrics.watch(this.pusher);
    this.pusher.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.pusher.stop();
    this.authorities.stop();
  }
}

function makeFeed({ authoritiesAddress, eventSecretKey, eventFormerSecretKey }: Env): AuthorityFeed {
  const log = new Logger('events');
  return new AuthorityFeed({
    url: authoritiesAddress,
    secret: new ServerSecret(eventSecretKey!, eventFormerSecretKey),
    onChange: ({ isCurrent, cause }) => {
      if (isCurrent) log.log('the rights of event endpoints are known');
      else log.warn({ err: cause }, 'the rights of event endpoints cannot be read; no event is pushed meanwhile');
    },
  });
}

function makePusher(
  env: Env,
  store: PushStore,
  log: EventLog,
  feed: EventFeed,
  authorities: AuthorityFeed,
  directory: MemberDirectory,
  caller: GuardedHttp,
  metrics: PushMetrics,
  logger: PinoLogger,
): EventPusher {
  const secret = new ServerSecret(env.eventSecretKey!, env.eventFormerSecretKey);
  return new EventPusher({
    store,
    log,
    feed,
    caller,
    authorities,
    secrets: new EndpointSecrets(secret.encryptionFor('endpoint-secret')),
    async visibleMembers(memberCode, codes) {
      const hidden = new Set(await directory.notVisible(memberCode, codes));
      return codes.filter((code) => !hidden.has(code));
    },
    observe: metrics.observe,
    logger,
    keptDays: env.eventsKeptDays,
  });
}
