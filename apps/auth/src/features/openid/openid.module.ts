import { Module } from '@nestjs/common';
import { OpenIdController } from './openid.controller.js';

/** OpenID Connect, where it is switched on. */
@Module({ controllers: [OpenIdController] })
export class OpenIdModule {}
