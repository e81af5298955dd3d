import { Module } from '@nestjs/common';
import { SecurityCounters } from './security-counters.js';

/** The metrics of the audit log. */
@Module({ providers: [SecurityCounters] })
export class MetricsModule {}
