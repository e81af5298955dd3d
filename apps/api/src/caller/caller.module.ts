import { Global, Module } from '@nestjs/common';
import { NamedMembers } from '../ordering/named-members.js';
import { Authority } from './authority.js';
import { CallCount } from './call-count.js';
import { UncertainCalls } from './uncertain-calls.js';

/** What every controller needs to judge who calls. */
@Global()
@Module({
  providers: [Authority, CallCount, UncertainCalls, NamedMembers],
  exports: [Authority, CallCount, UncertainCalls, NamedMembers],
})
export class CallerModule {}
