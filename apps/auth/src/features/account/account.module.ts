import { Module } from '@nestjs/common';
import { OwnGrantsController } from './own-grants.controller.js';

/** The module for the user's own grants, at paths under `/<idp_segment>/account`. */
@Module({ controllers: [OwnGrantsController] })
export class AccountModule {}
