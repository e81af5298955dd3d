import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ReferenceController } from './reference.controller.js';

/**
 * The module for the reference of the data API. The reference is made from the descriptions at the handlers of all controllers.
 */
@Module({ imports: [DiscoveryModule], controllers: [ReferenceController] })
export class ReferenceModule {}
