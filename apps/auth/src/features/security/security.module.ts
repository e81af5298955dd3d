import { Module } from '@nestjs/common';
import { BrowserModule } from '../../browser/browser.module.js';
import { SecurityController } from './security.controller.js';
import { SecurityForm } from './security-form.js';
import { SecurityPages } from './security-pages.js';

/** The module for the page on which people change how they sign in, at a path under `/<idp_segment>/account`. */
@Module({ imports: [BrowserModule], controllers: [SecurityController], providers: [SecurityForm, SecurityPages] })
export class SecurityModule {}
