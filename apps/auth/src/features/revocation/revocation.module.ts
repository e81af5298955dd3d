import { Module } from '@nestjs/common';
import { RevocationController } from './revocation.controller.js';

/** The module for the feed of revocations. */
@Module({ controllers: [RevocationController] })
export class RevocationModule {}
