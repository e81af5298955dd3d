import { Module } from '@nestjs/common';
import { OrdersController } from './orders.controller.js';

/** Orders of the member. */
@Module({ controllers: [OrdersController] })
export class OrdersModule {}
