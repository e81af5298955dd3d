/** A system that is allowed to ask for tokens. Times are epoch milliseconds. */
export interface Client {
  readonly clientId: string;
  /** Shown to the user on the authorization page. */
  readonly name: string;
  /** Compared byte by byte. Empty for a client of the credentials flow only. */
  readonly redirectUris: readonly string[];
  readonly codeFlow: boolean;
  readonly credentialsFlow: boolean;
  readonly pkceRequired: boolean;
  readonly openid: boolean;
  /** Its users see and read the batches of all clients of their member. */
  readonly memberWide: boolean;
  /** Shows its users what they have allowed clients, and ends it for them. */
  readonly account: boolean;
  readonly disabledAt: number | undefined;
  /** When it grows, every token of the client ends. It grows also when a client is deleted and made again under its id. */
  readonly generation: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Marks that an operator may give a client. */
export type ClientMarks = Pick<Client, 'memberWide' | 'account'>;

/** A client with what its secrets are recognised by. Never leaves this package. */
export interface StoredClient extends Client {
  readonly secretHash: Uint8Array;
  /** Id of the secret key that made `secretHash`; nothing where it was made before ids were kept. */
  readonly secretKeyId: string | undefined;
  readonly secretCreatedAt: number;
  /** The secret before the last rotation, valid until `previousSecretEndsAt`. */
  readonly previousSecretHash: Uint8Array | undefined;
  readonly previousSecretKeyId: string | undefined;
  readonly previousSecretEndsAt: number | undefined;
}

/** The client without its secrets, which only this package may see. */
export function publicClient(stored: StoredClient): Client {
  const { clientId, name, redirectUris, codeFlow, credentialsFlow, pkceRequired, openid, memberWide, account } = stored;
  const { disabledAt, generation, createdAt, updatedAt } = stored;
  return {
    clientId,
    name,
    redirectUris,
    codeFlow,
    credentialsFlow,
    pkceRequired,
    openid,
    memberWide,
    account,
    disabledAt,
    generation,
    createdAt,
    updatedAt,
  };
}
