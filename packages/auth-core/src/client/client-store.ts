import type { Right } from '@trading-platform/domain-types';
import type { AuditEvent } from '../audit/audit-event.js';
import type { KeyedHash } from '../secret/server-secret.js';
import type { ClientMarks, StoredClient } from './client.js';

/** The store of clients. Every change and its audit event are written in one transaction. */
export abstract class ClientStore {
  abstract find(clientId: string): Promise<StoredClient | undefined>;
  /** Lists clients in the order of `clientId`. */
  abstract list(): Promise<StoredClient[]>;
  /**
   * Adds a client. The generation of a new client is greater than every earlier generation of a client with the same id. Returns
   * false and changes nothing if the id is already used.
   */
  abstract add(client: StoredClient, event: AuditEvent): Promise<boolean>;
  /** Replaces the secret of a client. Returns false if the client does not exist. */
  abstract replaceSecret(change: SecretChange, event: AuditEvent): Promise<boolean>;
  /**
   * Stores a new hash of the same secret, made with another key, unless the secret has been replaced in the meantime.
   * The audit log does not record this change.
   */
  abstract rehashSecret(change: SecretRehash): Promise<void>;
  /** Replaces the public keys of a client or their address, or removes both. Returns false if the client does not exist. */
  abstract setKeys(clientId: string, keys: ClientKeys, event: AuditEvent): Promise<boolean>;
  /** Changes the marks of a client. */
  abstract mark(clientId: string, marks: Partial<ClientMarks>, event: AuditEvent): Promise<boolean>;
  /**
   * Changes the rights of a client. `decide` gets the client as it is in the transaction of the change. If two changes
   * happen at the same time, the second therefore sees the result of the first.
   *
   * If a right is withdrawn, a new generation of the client begins, all tokens of the previous generation are published as
   * revoked, and the living grants of the client lose the right. Otherwise valid tokens stay valid.
   */
  abstract changeRights(clientId: string, decide: (client: StoredClient) => RightsChange): Promise<boolean>;
  /**
   * Makes the client a service account of a member. A new generation of the client begins, and all tokens of the previous
   * generation are published as revoked.
   */
  abstract bind(clientId: string, binding: ClientBinding, event: AuditEvent): Promise<boolean>;
  /** If a client is disabled, all its tokens are also published as revoked. */
  abstract setDisabled(clientId: string, disabled: boolean, event: AuditEvent): Promise<boolean>;
  /** Removes the client, ends its grants, and publishes its tokens as revoked. */
  abstract remove(clientId: string, event: AuditEvent): Promise<boolean>;
}

/** The public keys of a client or the address of its keys, and whether it must sign. */
export type ClientKeys = Pick<StoredClient, 'jwks' | 'jwksUri' | 'keysRequired'>;

/** New rights for a client. */
export interface RightsChange {
  readonly rights: readonly Right[];
  /** Whether the living grants of the client get all these rights too. If not, they get no right that they do not have. */
  readonly alsoGrants: boolean;
  readonly event: AuditEvent;
}

/** The member of a service account. */
export interface ClientBinding {
  readonly memberCode: string;
  /** Whether the flows of users remain unchanged. Otherwise both are switched off. */
  readonly keepFlows: boolean;
}

/** A new secret for a client. The replaced secret may remain valid for some time. */
export interface SecretChange {
  readonly clientId: string;
  readonly secret: KeyedHash;
  /** The time until which the replaced secret remains valid, in epoch milliseconds. */
  readonly previousSecretEndsAt: number;
}

/** The stored hash of a secret, and the hash that replaces it. */
export interface SecretRehash {
  readonly clientId: string;
  readonly from: Uint8Array;
  readonly to: KeyedHash;
}
