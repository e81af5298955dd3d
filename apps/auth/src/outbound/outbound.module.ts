import { Global, Module } from '@nestjs/common';
import { GuardedHttp } from '@trading-platform/service/outbound';
import { ENV, type Env } from '../env.js';
import { keySetLimits } from './fetch-key-set.js';

/** The module for calls to addresses that clients have chosen. */
@Global()
@Module({
  providers: [
    {
      provide: GuardedHttp,
      inject: [ENV],
      useFactory: ({ outboundAddresses: addresses, outboundAllowHttp: allowHttp }: Env) =>
        new GuardedHttp({ addresses, allowHttp, ...keySetLimits }),
    },
  ],
  exports: [GuardedHttp],
})
export class OutboundModule {}
