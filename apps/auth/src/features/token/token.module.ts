import { Module } from '@nestjs/common';
import { TokenController } from './token.controller.js';

/** The endpoints for tokens under `/<idp_segment>/oauth2` (Spec 4.2, 4.4). */
@Module({ controllers: [TokenController] })
export class TokenModule {}
