import { Module } from '@nestjs/common';
import { AccountSignIn } from './account-sign-in.js';
import { BrowserPages } from './browser-pages.js';
import { FactorSteps } from './factor-steps.js';
import { SignInForm } from './sign-in-form.js';

const providers = [AccountSignIn, BrowserPages, FactorSteps, SignInForm];

/** The module for pages that a person opens in a browser. */
@Module({ providers, exports: providers })
export class BrowserModule {}
