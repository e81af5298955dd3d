import { Module } from '@nestjs/common';
import { AuthorityController } from './authority.controller.js';

/** The module for questions of workers about what clients may know. */
@Module({ controllers: [AuthorityController] })
export class AuthorityModule {}
