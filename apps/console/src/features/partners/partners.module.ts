import { Module } from '@nestjs/common';
import { CompanyController } from './company.controller.js';
import { PartnersController } from './partners.controller.js';

/** The member of the signed-in user, single partners, and their products. */
@Module({ controllers: [PartnersController, CompanyController] })
export class PartnersModule {}
