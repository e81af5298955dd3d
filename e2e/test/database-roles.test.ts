import { describeDatabaseRoles } from './database-roles.js';

describeDatabaseRoles(false);
