import { Module } from '@nestjs/common';
import { ConnectionsController } from './connections.controller.js';

/** Grants of the user. */
@Module({ controllers: [ConnectionsController] })
export class ConnectionsModule {}
