import { Module } from '@nestjs/common';
import { FindController } from './find.controller.js';

/** Finds single records for the field at the top of every page. */
@Module({ controllers: [FindController] })
export class FindModule {}
