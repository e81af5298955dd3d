import { Module } from '@nestjs/common';
import { ReferenceController } from './reference.controller.js';

/** The module for the reference of the server as OpenAPI. */
@Module({ controllers: [ReferenceController] })
export class ReferenceModule {}
