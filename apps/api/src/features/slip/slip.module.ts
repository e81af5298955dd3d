import { Module } from '@nestjs/common';
import { SlipController } from './slip.controller.js';

/** The module that shows single slips and their histories. */
@Module({ controllers: [SlipController] })
export class SlipModule {}
