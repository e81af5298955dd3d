import { Module } from '@nestjs/common';
import { BrowserModule } from '../../browser/browser.module.js';
import { DeviceAuthorizationController } from './device-authorization.controller.js';
import { DeviceForm } from './device-form.js';
import { DevicePageController } from './device-page.controller.js';
import { DevicePages } from './device-pages.js';

/** The module for the endpoint at which devices ask for a code, at a path under `/<idp_segment>/oauth2` (RFC 8628). */
@Module({ controllers: [DeviceAuthorizationController] })
export class DeviceModule {}

/** The module for the page on which people decide about a device. */
@Module({ imports: [BrowserModule], controllers: [DevicePageController], providers: [DeviceForm, DevicePages] })
export class DevicePageModule {}
