import { Module } from '@nestjs/common';
import { BrowserModule } from '../../browser/browser.module.js';
import { AuthorizationController } from './authorization.controller.js';
import { AuthorizationForm } from './authorization-form.js';
import { AuthorizationPages } from './authorization-pages.js';

/** The module for the authorization page (Spec 4.1). */
@Module({
  imports: [BrowserModule],
  controllers: [AuthorizationController],
  providers: [AuthorizationForm, AuthorizationPages],
})
export class AuthorizationModule {}
