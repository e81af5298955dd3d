import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ReferenceController } from './reference.controller.js';

/** The reference of the data API, made from the descriptions at the handlers of its controllers. */
@Module({ imports: [DiscoveryModule], controllers: [ReferenceController] })
export class ReferenceModule {}
