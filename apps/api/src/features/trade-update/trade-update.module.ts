import { Module } from '@nestjs/common';
import { TradeUpdateController } from './trade-update.controller.js';
import { TradeUpdateSteps } from './trade-update-steps.js';

/** The module for updates of slips (Spec 4.11). */
@Module({ controllers: [TradeUpdateController], providers: [TradeUpdateSteps] })
export class TradeUpdateModule {}
