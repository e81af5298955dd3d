export { AuthServerModule, type AuthServerModuleOptions } from './auth-server.module.js';
