import { Module } from '@nestjs/common';
import { AuthorizationController } from './authorization.controller.js';
import { AuthorizationForm } from './authorization-form.js';
import { AuthorizationPages } from './authorization-pages.js';

/** The module for the authorization page (Spec 4.1). */
@Module({ controllers: [AuthorizationController], providers: [AuthorizationForm, AuthorizationPages] })
export class AuthorizationModule {}
