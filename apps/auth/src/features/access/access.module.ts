import { Module } from '@nestjs/common';
import { BrowserModule } from '../../browser/browser.module.js';
import { AccessController } from './access.controller.js';
import { AccessForm } from './access-form.js';

/** The module for the page of a person's devices and applications, at a path under `/<idp_segment>/account`. */
@Module({ imports: [BrowserModule], controllers: [AccessController], providers: [AccessForm] })
export class AccessModule {}
