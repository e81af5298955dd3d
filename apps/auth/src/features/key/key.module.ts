import { Module } from '@nestjs/common';
import { KeySetController } from './key-set.controller.js';

/** The module for the published keys. */
@Module({ controllers: [KeySetController] })
export class KeyModule {}
