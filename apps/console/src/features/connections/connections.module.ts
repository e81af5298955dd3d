import { Module } from '@nestjs/common';
import { ConnectionsController } from './connections.controller.js';
import { NamesController } from './names.controller.js';

/** Grants of the user. */
@Module({ controllers: [ConnectionsController, NamesController] })
export class ConnectionsModule {}
