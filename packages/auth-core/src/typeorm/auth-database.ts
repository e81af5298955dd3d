import { Database } from '@trading-platform/database';

/** The open database of the authentication server. */
export abstract class AuthDatabase extends Database {}
