import { Global, Module } from '@nestjs/common';
import { BodyJudge } from '../http/body-judge.js';
import { CallerRights } from '../http/caller-rights.js';
import { RefusalCounter } from '../http/refusal-counter.js';
import { CallCount } from './call-count.js';
import { MemberRights } from './member-rights.js';
import { UncertainCalls } from './uncertain-calls.js';

/** The providers with which every controller checks and refuses callers and bodies. */
@Global()
@Module({
  providers: [{ provide: CallerRights, useClass: MemberRights }, CallCount, UncertainCalls, BodyJudge, RefusalCounter],
  exports: [CallerRights, CallCount, UncertainCalls, BodyJudge, RefusalCounter],
})
export class CallerModule {}
