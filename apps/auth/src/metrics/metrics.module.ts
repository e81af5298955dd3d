import { Module } from '@nestjs/common';
import { SecurityCounters } from './security-counters.js';

/** The module for metrics about audited events. */
@Module({ providers: [SecurityCounters] })
export class MetricsModule {}
