import { Module } from '@nestjs/common';
import { KeySetController } from './key-set.controller.js';

/** The published keys. */
@Module({ controllers: [KeySetController] })
export class KeyModule {}
