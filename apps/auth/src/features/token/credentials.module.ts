import { Module } from '@nestjs/common';
import { CredentialsController } from './credentials.controller.js';

/** Tokens for login ID and password (Spec 4.3). */
@Module({ controllers: [CredentialsController] })
export class CredentialsModule {}
