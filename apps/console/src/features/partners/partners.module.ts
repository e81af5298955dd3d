import { Module } from '@nestjs/common';
import { CompanyController } from './company.controller.js';
import { PartnersController } from './partners.controller.js';

/** The own member, single partners, and their products. */
@Module({ controllers: [PartnersController, CompanyController] })
export class PartnersModule {}
