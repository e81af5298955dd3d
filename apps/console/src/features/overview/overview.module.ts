import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller.js';

/** Outcomes of the batches of the last days. */
@Module({ controllers: [OverviewController] })
export class OverviewModule {}
