import { Module } from '@nestjs/common';
import { SlipsController } from './slips.controller.js';

/** Single slips, and what their sides do with them. */
@Module({ controllers: [SlipsController] })
export class SlipsModule {}
