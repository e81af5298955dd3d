import { Module } from '@nestjs/common';
import { ListController } from './list.controller.js';

/** The module for the lists of partners, the order master, delivery places and orders (Spec 4.11). */
@Module({ controllers: [ListController] })
export class ListModule {}
