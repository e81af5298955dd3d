import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ReferenceController } from './reference.controller.js';

/** The reference of the data API, made from what the handlers of its controllers say of themselves. */
@Module({ imports: [DiscoveryModule], controllers: [ReferenceController] })
export class ReferenceModule {}
