import type { Provider } from '@nestjs/common';
import { PortalFiles } from '@trading-platform/portal';

/** The token of the portal's files, which are looked up once, at the start. */
export const PORTAL_FILES = Symbol('portal files');

export const portalFilesProvider: Provider = { provide: PORTAL_FILES, useFactory: () => PortalFiles.open() };
