export { authSchema } from './auth-schema.js';
export { type OpenAuthOptions, openAuthAdministration, openAuthServer } from './open-auth.js';
export { type ArchivedRecord, AuditArchive } from './repositories/audit-archive.js';
