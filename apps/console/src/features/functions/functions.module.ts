import { Module } from '@nestjs/common';
import { FunctionsController } from './functions.controller.js';
import { RequestsController } from './requests.controller.js';

/** The descriptions of all downloads, and requests for new downloads. */
@Module({ controllers: [FunctionsController, RequestsController] })
export class FunctionsModule {}
