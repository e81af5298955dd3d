import { tableOf } from '@trading-platform/database';
import type { TokenUser } from '../../user/user.js';
import { UserEntity } from '../entities/user.entity.js';

const users = tableOf(UserEntity).only('userId', 'memberCode', 'name', 'email', 'disabledAt', 'generation');

/** The columns of the user that are read together with a grant or code, and the join that reads them. */
export const userColumns = users.columnsOf('u');
export const joinUser = (subject: string) => `LEFT JOIN ${users.name} u ON u.subject = ${subject}`;

/** Returns the user of a grant or code, or undefined if the user was deleted. */
export function readTokenUser(row: object, subject: string): TokenUser | undefined {
  const user = users.read(row);
  return user.userId === null ? undefined : { subject, ...user };
}
