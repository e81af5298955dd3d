import { Module } from '@nestjs/common';
import { ReferenceController } from './reference.controller.js';

/** The reference of the server as OpenAPI. */
@Module({ controllers: [ReferenceController] })
export class ReferenceModule {}
