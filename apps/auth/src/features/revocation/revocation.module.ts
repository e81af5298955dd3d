import { Module } from '@nestjs/common';
import { RevocationController } from './revocation.controller.js';

/** The feed of revocations. */
@Module({ controllers: [RevocationController] })
export class RevocationModule {}
