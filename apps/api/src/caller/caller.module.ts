import { Global, Module } from '@nestjs/common';
import { VisibleMembers } from '../ordering/visible-members.js';
import { Authority } from './authority.js';
import { CallCount } from './call-count.js';
import { UncertainCalls } from './uncertain-calls.js';

/** What every controller needs to judge who calls. */
@Global()
@Module({
  providers: [Authority, CallCount, UncertainCalls, VisibleMembers],
  exports: [Authority, CallCount, UncertainCalls, VisibleMembers],
})
export class CallerModule {}
