export { authSchema } from './auth-schema.js';
export { type OpenAuthOptions, openAuthAdministration, openAuthServer, openAuthStores } from './open-auth.js';
export { type ArchivedRecord, AuditArchive } from './repositories/audit-archive.js';
