import { Module } from '@nestjs/common';
import { NamesController } from './names.controller.js';
import { OwnGrantsController } from './own-grants.controller.js';

/** The module for the user's own grants and for the names of clients and users, at paths under `/<idp_segment>/account`. */
@Module({ controllers: [OwnGrantsController, NamesController] })
export class AccountModule {}
