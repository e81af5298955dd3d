import { Module } from '@nestjs/common';
import { LandingController } from './landing.controller.js';
import { PortalController } from './portal.controller.js';
import { portalFilesProvider } from './portal-files.provider.js';
import { PortalPolicy } from './portal-policy.js';

/** The module for the documentation portal and the page that links to it. */
@Module({
  controllers: [LandingController, PortalController],
  providers: [portalFilesProvider, PortalPolicy],
})
export class PortalModule {}
