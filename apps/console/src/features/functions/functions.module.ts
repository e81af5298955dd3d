import { Module } from '@nestjs/common';
import { FunctionsController } from './functions.controller.js';
import { RequestsController } from './requests.controller.js';

/** The descriptions of downloads, and requests for them. */
@Module({ controllers: [FunctionsController, RequestsController] })
export class FunctionsModule {}
