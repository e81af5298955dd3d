import { Module } from '@nestjs/common';
import { ServerSecret } from '@trading-platform/auth-core';
import { EventLog } from '@trading-platform/event-log';
import { EventLogDatabase } from '@trading-platform/event-log/typeorm';
import { EndpointSecrets, EventEndpoints } from '@trading-platform/event-push';
import { TypeOrmEndpointStore } from '@trading-platform/event-push/typeorm';
import { GuardedHttp } from '@trading-platform/service/outbound';
import { ENV, type Env } from '../../env.js';
import { EndpointTermsReader } from './endpoint-terms.js';
import { EventEndpointsController } from './event-endpoints.controller.js';

/** The module for endpoints to which events are pushed. It needs the setting EVENT_SECRET_KEY. */
@Module({
  controllers: [EventEndpointsController],
  providers: [
    EndpointTermsReader,
    {
      provide: GuardedHttp,
      inject: [ENV],
      useFactory: ({ eventAddresses: addresses, eventAllowHttp: allowHttp }: Env) =>
        new GuardedHttp({ addresses, allowHttp }),
    },
    {
      provide: EventEndpoints,
      inject: [ENV, EventLogDatabase, EventLog, GuardedHttp],
      useFactory: makeEndpoints,
    },
  ],
})
export class EventEndpointsModule {}

function makeEndpoints(
  { eventSecretKey, eventFormerSecretKey }: Env,
  database: EventLogDatabase,
  log: EventLog,
  caller: GuardedHttp,
): EventEndpoints {
  const secret = new ServerSecret(eventSecretKey!, eventFormerSecretKey);
  const secrets = new EndpointSecrets(secret.encryptionFor('endpoint-secret'));
  return new EventEndpoints({ store: new TypeOrmEndpointStore(database), log, secrets, caller });
}
