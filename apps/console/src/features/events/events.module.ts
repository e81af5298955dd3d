import { Module } from '@nestjs/common';
import { EndpointsController } from './endpoints.controller.js';
import { EventsController } from './events.controller.js';

/** Events of the member, and the endpoints to which they are pushed. */
@Module({ controllers: [EventsController, EndpointsController] })
export class EventsModule {}
