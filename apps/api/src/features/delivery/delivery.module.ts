import { Module } from '@nestjs/common';
import { DeliveryController } from './delivery.controller.js';

/** Shortest delivery dates (Spec 4.5). */
@Module({ controllers: [DeliveryController] })
export class DeliveryModule {}
