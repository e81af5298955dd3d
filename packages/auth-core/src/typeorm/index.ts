export { authSchema } from './auth-schema.js';
export { type OpenAuthOptions, openAuthAdministration, openAuthServer } from './open-auth.js';
