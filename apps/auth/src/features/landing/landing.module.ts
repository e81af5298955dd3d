import { Module } from '@nestjs/common';
import { LandingController } from './landing.controller.js';

/** The page for people who open the address of the server. */
@Module({ controllers: [LandingController] })
export class LandingModule {}
