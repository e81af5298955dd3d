import { Module } from '@nestjs/common';
import { BrowserPages } from './browser-pages.js';
import { FactorSteps } from './factor-steps.js';

/** The module for pages that a person opens in a browser. */
@Module({ providers: [BrowserPages, FactorSteps], exports: [BrowserPages, FactorSteps] })
export class BrowserModule {}
