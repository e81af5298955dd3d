import { Module } from '@nestjs/common';
import { SlipsController } from './slips.controller.js';

/** Single slips and their updates. */
@Module({ controllers: [SlipsController] })
export class SlipsModule {}
