import { Module } from '@nestjs/common';
import { PartnerController } from './partner.controller.js';

/** The module that shows the terms with one partner, and its products. */
@Module({ controllers: [PartnerController] })
export class PartnerModule {}
