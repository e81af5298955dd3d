import { Module } from '@nestjs/common';
import { CredentialsController } from './credentials.controller.js';

/** The module for tokens that are issued for a login ID and password (Spec 4.3). */
@Module({ controllers: [CredentialsController] })
export class CredentialsModule {}
