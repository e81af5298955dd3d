import { Global, Module } from '@nestjs/common';
import { BodyJudge } from '../http/body-judge.js';
import { BodyMemory } from '../http/body-memory.js';
import { Authority } from './authority.js';
import { CallCount } from './call-count.js';
import { NamedMembers } from './named-members.js';
import { UncertainCalls } from './uncertain-calls.js';

/** What every controller needs to judge who calls and what is sent. */
@Global()
@Module({
  providers: [Authority, CallCount, UncertainCalls, NamedMembers, BodyMemory, BodyJudge],
  exports: [Authority, CallCount, UncertainCalls, NamedMembers, BodyMemory, BodyJudge],
})
export class CallerModule {}
