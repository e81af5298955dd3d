import type { MessageReceiver } from '../http/message-receiver.js';

/**
 * The roles of the callers. Each role is a member of the prepared market. Without a market there is only `head`, which
 * is the account that the operator has given.
 */
export const roles = ['head', 'store', 'seller', 'stranger'] as const;

/**
 * The role of a caller:
 *
 * - `head`: a head office and FC owner, which also buys for itself
 * - `store`: a store of `head`
 * - `seller`: sells to both
 * - `stranger`: a member without any relation to the others
 */
export type Role = (typeof roles)[number];

/** A client, and a user of the platform who signs in with that client. */
export interface Account {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly userId: string;
  readonly password: string;
  /** The registered callback address of the client. */
  readonly redirectUri?: string | undefined;
}

/** A second client, which the user of `head` may use as well. */
export type OtherClient = Pick<Account, 'clientId' | 'clientSecret'>;

/** Who makes a call: a user of a client, or a client that is a service account. */
export type Caller = Account | OtherClient;

/** Everything that the kit knows about a deployment. */
export interface Target {
  /** The address of the data API, including its prefix. */
  readonly apiUrl: string;
  readonly authUrl: string;
  /** The first segment of the authentication server's paths. */
  readonly idpSegment: string;
  readonly accounts: Readonly<Partial<Record<Role, Account>>>;
  readonly otherClient?: OtherClient | undefined;
  /** A client that the operator has bound to a member. The client may lack rights. */
  readonly serviceAccount?: OtherClient | undefined;
  /** A client that lacks rights. The user of `head` may use it as well. */
  readonly limitedClient?: OtherClient | undefined;
  /** Whether the kit's own market is loaded. */
  readonly isPrepared: boolean;
  /** Receives messages that the deployment pushes. */
  readonly receiver?: MessageReceiver | undefined;
  /** All time limits are multiplied by this factor, for slow machines. Default: 1. */
  readonly patience?: number;
}
