import { createHash } from 'node:crypto';
import type { PasswordHasher } from '../password/password-hasher.js';

/** A password hasher without any cost, for tests that are not about passwords. */
export class FastPasswordHasher implements PasswordHasher {
  hash(password: string): Promise<string> {
    return Promise.resolve(`fast$${createHash('sha256').update(password).digest('base64url')}`);
  }

  async verify(passwordHash: string, password: string): Promise<boolean> {
    return passwordHash === (await this.hash(password));
  }

  isOutdated(passwordHash: string): boolean {
    return !passwordHash.startsWith('fast$');
  }
}
