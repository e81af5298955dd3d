import { Module } from '@nestjs/common';
import { TokenController } from './token.controller.js';

/** The module for the token endpoints under `/<idp_segment>/oauth2` (Spec 4.2, 4.4). */
@Module({ controllers: [TokenController] })
export class TokenModule {}
