import type { Right } from '@trading-platform/domain-types';

/** A system that may request tokens. All times of a client are epoch milliseconds. */
export interface Client {
  readonly clientId: string;
  /** The name that users see on the authorization page. */
  readonly name: string;
  /**
   * The registered callback addresses, which are compared byte by byte. The list of addresses is empty for a client that only
   * uses login ID and password.
   */
  readonly redirectUris: readonly string[];
  readonly codeFlow: boolean;
  readonly credentialsFlow: boolean;
  readonly pkceRequired: boolean;
  readonly openid: boolean;
  /** Whether the users of this client can list and read the batches of all clients of their member. */
  readonly memberWide: boolean;
  /** Whether this client may show its users their grants to all clients, and end these grants for them. */
  readonly account: boolean;
  /** Whether login ID and password suffice to get tokens for a user who has a second factor. */
  readonly passwordSuffices: boolean;
  /** Whether devices without a browser may get tokens by a code that they show (RFC 8628). */
  readonly deviceFlow: boolean;
  /** The rights that the client can get. An access token has at most these rights. */
  readonly rights: readonly Right[];
  /** The member for which a service account acts. A client with a member gets tokens without a user (RFC 6749 4.4). */
  readonly memberCode: string | undefined;
  /** The public keys of the client as JSON (RFC 7517), with which it may sign JWTs instead of sending its secret (RFC 7523). */
  readonly jwks: string | undefined;
  /** The https address at which the client publishes its public keys, instead of `jwks`. */
  readonly jwksUri: string | undefined;
  /** Whether the client must sign, so that its secret is refused. */
  readonly keysRequired: boolean;
  readonly disabledAt: number | undefined;
  /**
   * The generation of the client. When the generation of a client increases, all earlier tokens of the client become invalid. The
   * generation also increases if the client is deleted and a client with the same id is created.
   */
  readonly generation: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The marks that an operator can give to a client. */
export type ClientMarks = Pick<Client, 'memberWide' | 'account' | 'passwordSuffices' | 'deviceFlow'>;

/** A client with the hashes by which its secrets are recognised. This type is used only inside this package. */
export interface StoredClient extends Client {
  readonly secretHash: Uint8Array;
  /** The id of the secret key with which `secretHash` was made, or undefined if the hash is older than such ids. */
  readonly secretKeyId: string | undefined;
  readonly secretCreatedAt: number;
  /** The hash of the secret before the last rotation. The previous secret is valid until `previousSecretEndsAt`. */
  readonly previousSecretHash: Uint8Array | undefined;
  readonly previousSecretKeyId: string | undefined;
  readonly previousSecretEndsAt: number | undefined;
}

/** Returns the client without its secrets, which must not leave this package. */
export function publicClient(stored: StoredClient): Client {
  const { clientId, name, redirectUris, codeFlow, credentialsFlow, pkceRequired, openid, memberWide, account } = stored;
  const { passwordSuffices, deviceFlow, rights, memberCode, jwks, jwksUri, keysRequired, disabledAt, generation } =
    stored;
  const { createdAt, updatedAt } = stored;
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
    passwordSuffices,
    deviceFlow,
    rights,
    memberCode,
    jwks,
    jwksUri,
    keysRequired,
    disabledAt,
    generation,
    createdAt,
    updatedAt,
  };
}
