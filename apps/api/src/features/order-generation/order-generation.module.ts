import { Module } from '@nestjs/common';
import { OrderGenerationController } from './order-generation.controller.js';

/** The module for sending planned orders (Spec 4.11). */
@Module({ controllers: [OrderGenerationController] })
export class OrderGenerationModule {}
