import { Module } from '@nestjs/common';
import { FcPriceController } from './fc-price.controller.js';

/** The module for FC prices (Spec 4.9). */
@Module({ controllers: [FcPriceController] })
export class FcPriceModule {}
