import { Module } from '@nestjs/common';
import { DeliveryController } from './delivery.controller.js';

/** The module for shortest delivery dates (Spec 4.5). */
@Module({ controllers: [DeliveryController] })
export class DeliveryModule {}
