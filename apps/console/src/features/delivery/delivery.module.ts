import { Module } from '@nestjs/common';
import { DeliveryController } from './delivery.controller.js';

/** Delivery dates, and the lists of partners and products from which a user chooses. */
@Module({ controllers: [DeliveryController] })
export class DeliveryModule {}
