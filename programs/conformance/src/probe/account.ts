/** The callers: members of the prepared market. Without a market there is only `head`, the account of the operator. */
export const roles = ['head', 'store', 'seller', 'stranger'] as const;

/**
 * - `head`: a head office and FC owner, which also buys for itself
 * - `store`: its store
 * - `seller`: a seller of both
 * - `stranger`: a member without any relation to the others
 */
export type Role = (typeof roles)[number];

/** A client, and a user of the platform who signs in with it. */
export interface Account {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userId: string;
  readonly password: string;
  /** The registered callback of the client. */
  readonly redirectUri?: string | undefined;
}

/** A second client that the user of `head` may use as well. */
export type OtherClient = Pick<Account, 'clientId' | 'clientSecret'>;

/** Everything that the kit knows about a deployment. */
export interface Target {
  /** Address of the data API, with its prefix. */
  readonly apiUrl: string;
  readonly authUrl: string;
  /** The segment of the authentication server's paths. */
  readonly idpSegment: string;
  readonly accounts: Readonly<Partial<Record<Role, Account>>>;
  readonly otherClient?: OtherClient | undefined;
  /** The kit's own market is loaded. */
  readonly isPrepared: boolean;
  /** Factor for all time limits, for a slow machine. Default: 1. */
  readonly patience?: number;
}
