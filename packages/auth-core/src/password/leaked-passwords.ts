/** Knows the passwords that are public, because they were stolen elsewhere. */
export abstract class LeakedPasswords {
  abstract contains(password: string): Promise<boolean>;
}

/** The answer of a deployment without a list of leaked passwords. */
export const noLeakedPasswords: LeakedPasswords = { contains: async () => false };
