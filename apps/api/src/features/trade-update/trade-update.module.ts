import { Module } from '@nestjs/common';
import { TradeUpdateController } from './trade-update.controller.js';

/** The module for updates of slips (Spec 4.11). */
@Module({ controllers: [TradeUpdateController] })
export class TradeUpdateModule {}
