import { Global, Module } from '@nestjs/common';
import { VisibleMembers } from '../ordering/visible-members.js';
import { Authority } from './authority.js';

/** What every controller needs to judge who calls. */
@Global()
@Module({ providers: [Authority, VisibleMembers], exports: [Authority, VisibleMembers] })
export class CallerModule {}
