import type { Provider } from '@nestjs/common';
import { PortalFiles } from '@trading-platform/portal';

/** The injection token of the portal's files, which are found once when the service starts. */
export const PORTAL_FILES = Symbol('portal files');

export const portalFilesProvider: Provider = { provide: PORTAL_FILES, useFactory: () => PortalFiles.open() };
