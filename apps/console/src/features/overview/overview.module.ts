import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller.js';

/** Statistics about the outcomes of recent batches. */
@Module({ controllers: [OverviewController] })
export class OverviewModule {}
