import { Module } from '@nestjs/common';
import { OrderGenerationController } from './order-generation.controller.js';

/** Orders from planned orders (Spec 4.11). */
@Module({ controllers: [OrderGenerationController] })
export class OrderGenerationModule {}
