import { withAuthAdministration } from '../open-databases.js';
import { print } from '../output.js';
import { readSecret } from '../read-secret.js';

export interface UserPasswordOptions {
  readonly userId: string;
  readonly json?: true;
}

/** Gives a user a new password; everything the user was signed in to ends. */
export async function userPassword(options: UserPasswordOptions): Promise<void> {
  const password = await readSecret('new password', { repeat: true });
  const user = await withAuthAdministration(({ users }) => users.setPassword(options.userId, password));
  print(
    { json: { user_id: user.userId }, text: `User ${user.userId} has the new password; all grants have ended.` },
    options.json === true,
  );
}
