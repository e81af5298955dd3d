import { Module } from '@nestjs/common';
import { AuthorityController } from './authority.controller.js';

/** The module that answers workers which clients may get events. */
@Module({ controllers: [AuthorityController] })
export class AuthorityModule {}
