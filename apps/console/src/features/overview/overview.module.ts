import { Module } from '@nestjs/common';
import { OverviewController } from './overview.controller.js';

/** What has become of the batches of the last days. */
@Module({ controllers: [OverviewController] })
export class OverviewModule {}
