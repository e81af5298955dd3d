import { Global, Module } from '@nestjs/common';
import { ENV, type Env } from '../env.js';
import { Seal } from './seal.js';
import { SessionController } from './session.controller.js';
import { SessionGuard } from './session.guard.js';
import { SessionCookie } from './session-cookie.js';
import { SessionKeeper } from './session-keeper.js';
import { SignInController } from './sign-in.controller.js';
import { SignInStrategy } from './sign-in.strategy.js';
import { SignInAttempts } from './sign-in-attempts.js';

/** Signs users in and out, and opens the session of each call. */
@Global()
@Module({
  controllers: [SessionController, SignInController],
  providers: [
    {
      provide: Seal,
      inject: [ENV],
      useFactory: ({ secretKey, formerSecretKey }: Env) => new Seal(secretKey, formerSecretKey),
    },
    SessionCookie,
    SignInAttempts,
    SignInStrategy,
    SessionKeeper,
    SessionGuard,
  ],
  exports: [SessionKeeper, SessionGuard, SessionCookie],
})
export class SessionModule {}
