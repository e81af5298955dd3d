import { Module } from '@nestjs/common';
import { FindController } from './find.controller.js';

/** The module that finds single records of all kinds by a text. */
@Module({ controllers: [FindController] })
export class FindModule {}
