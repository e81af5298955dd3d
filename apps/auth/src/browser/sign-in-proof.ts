import { AuthError, type AuthServer, type User } from '@trading-platform/auth-core';

/** A person who has typed the right password. At the level `factor`, the person has also proved the second factor. */
export interface ProvenUser {
  readonly user: User;
  /** The time when the person typed the password, in epoch milliseconds. */
  readonly authenticatedAt: number;
  readonly level: 'password' | 'factor';
  /** The challenge of the question for a passkey, if the sent page had such a question. */
  readonly challenge?: string | undefined;
}

interface Content {
  readonly subject: string;
  readonly generation: number;
  readonly factorAt: number | undefined;
  readonly authenticatedAt: number;
  readonly level: ProvenUser['level'];
  readonly challenge?: string | undefined;
}

const longestProof = 1_000;

/**
 * Makes a text that a page keeps between two steps of a sign-in. Only the server can read the text. The text is valid
 * only in this context: one browser and one request.
 */
export function makeProof({ secret }: Pick<AuthServer, 'secret'>, proven: ProvenUser, context: string): string {
  const { user, authenticatedAt, level, challenge } = proven;
  const { subject, generation, secondFactorAt: factorAt } = user;
  const content: Content = { subject, generation, factorAt, authenticatedAt, level, challenge };
  return secret.seal('sign-in-proof', Buffer.from(JSON.stringify(content)), context).toString('base64url');
}

/**
 * Reads a proof. Returns undefined if the proof belongs to another context, if it is older than `lifetimeSeconds`, or
 * if the user or the user's second factor has changed since then.
 */
export async function readProof(
  { secret, users, clock }: Pick<AuthServer, 'secret' | 'users' | 'clock'>,
  text: string | undefined,
  { context, lifetimeSeconds }: { readonly context: string; readonly lifetimeSeconds: number },
): Promise<ProvenUser | undefined> {
  const content = text === undefined ? undefined : open(secret, text, context);
  if (content === undefined) return undefined;
  const { subject, generation, factorAt, authenticatedAt, level, challenge } = content;
  if (clock.now() >= authenticatedAt + lifetimeSeconds * 1_000) return undefined;
  const user = await users.findBySubject(subject);
  if (user === undefined || user.disabledAt !== undefined) return undefined;
  if (user.generation !== generation || user.secondFactorAt !== factorAt) return undefined;
  return { user, authenticatedAt, level, challenge };
}

function open(secret: AuthServer['secret'], text: string, context: string): Content | undefined {
  if (text.length > longestProof) return undefined;
  try {
    return JSON.parse(secret.open('sign-in-proof', Buffer.from(text, 'base64url'), context).toString()) as Content;
  } catch (error) {
    if (error instanceof AuthError) return undefined;
    throw error;
  }
}
