import { Module } from '@nestjs/common';
import { BrowserPages } from './browser-pages.js';
import { FactorSteps } from './factor-steps.js';
import { SignInForm } from './sign-in-form.js';

/** The module for pages that a person opens in a browser. */
@Module({ providers: [BrowserPages, FactorSteps, SignInForm], exports: [BrowserPages, FactorSteps, SignInForm] })
export class BrowserModule {}
