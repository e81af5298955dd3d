import { Module } from '@nestjs/common';
import { BrowserModule } from '../../browser/browser.module.js';
import { PasswordController } from './password.controller.js';
import { PasswordForm } from './password-form.js';
import { ResetController } from './reset.controller.js';
import { ResetForm } from './reset-form.js';

/** The module for the pages on which people set their password, at paths under `/<idp_segment>/account`. */
@Module({
  imports: [BrowserModule],
  controllers: [PasswordController, ResetController],
  providers: [PasswordForm, ResetForm],
})
export class PasswordModule {}
