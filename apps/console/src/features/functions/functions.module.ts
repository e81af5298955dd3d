import { Module } from '@nestjs/common';
import { FunctionsController } from './functions.controller.js';
import { RequestsController } from './requests.controller.js';

/** Downloads: what they are, and requesting them. */
@Module({ controllers: [FunctionsController, RequestsController] })
export class FunctionsModule {}
