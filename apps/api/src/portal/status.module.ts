import { Module } from '@nestjs/common';
import { StatusController } from './status.controller.js';

/** The module for the page that tells people which parts of the data API work. */
@Module({ controllers: [StatusController] })
export class StatusModule {}
