import { Module } from '@nestjs/common';
import { DeliveryController } from './delivery.controller.js';

/** Delivery dates, and the partners and products that a question can name. */
@Module({ controllers: [DeliveryController] })
export class DeliveryModule {}
