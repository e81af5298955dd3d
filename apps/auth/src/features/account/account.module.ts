import { Module } from '@nestjs/common';
import { OwnGrantsController } from './own-grants.controller.js';

/** Grants of the user, under `/<idp_segment>/account`. */
@Module({ controllers: [OwnGrantsController] })
export class AccountModule {}
