export { type PortalEncoding, type PortalFile, PortalFiles } from './portal-files.js';
