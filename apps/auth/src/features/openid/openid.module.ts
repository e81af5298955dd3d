import { Module } from '@nestjs/common';
import { OpenIdController } from './openid.controller.js';

/** The module for OpenID Connect, which is used only if OpenID Connect is switched on. */
@Module({ controllers: [OpenIdController] })
export class OpenIdModule {}
