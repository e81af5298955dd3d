import { Module } from '@nestjs/common';
import { LandingController } from './landing.controller.js';

/** The module for the page that people see when they open the address of the server. */
@Module({ controllers: [LandingController] })
export class LandingModule {}
