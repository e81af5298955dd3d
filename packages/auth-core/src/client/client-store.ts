import type { AuditEvent } from '../audit/audit-event.js';
import type { KeyedHash } from '../secret/server-secret.js';
import type { ClientMarks, StoredClient } from './client.js';

/** Clients at rest. Every change and its audit event are one transaction. */
export abstract class ClientStore {
  abstract find(clientId: string): Promise<StoredClient | undefined>;
  /** In the order of `clientId`. */
  abstract list(): Promise<StoredClient[]>;
  /** Begins a generation above all former ones of this id. Answers false, and changes nothing, where the id is taken. */
  abstract add(client: StoredClient, event: AuditEvent): Promise<boolean>;
  /** Answers false where there is no such client. */
  abstract replaceSecret(change: SecretChange, event: AuditEvent): Promise<boolean>;
  /** The same secret under a hash of another key, unless it was replaced meanwhile. The audit log does not record it. */
  abstract rehashSecret(change: SecretRehash): Promise<void>;
  /** Changes the marks of a client. */
  abstract mark(clientId: string, marks: Partial<ClientMarks>, event: AuditEvent): Promise<boolean>;
  /** Disabling also makes every token of the client known as revoked. */
  abstract setDisabled(clientId: string, disabled: boolean, event: AuditEvent): Promise<boolean>;
  /** Removes the client and ends its grants; its tokens become known as revoked. */
  abstract remove(clientId: string, event: AuditEvent): Promise<boolean>;
}

/** A new secret of a client. The replaced one may stay valid for a time (epoch milliseconds). */
export interface SecretChange {
  readonly clientId: string;
  readonly secret: KeyedHash;
  /** Until when the secret that is replaced stays valid. */
  readonly previousSecretEndsAt: number;
}

/** The hash of a secret, and its replacement. */
export interface SecretRehash {
  readonly clientId: string;
  readonly from: Uint8Array;
  readonly to: KeyedHash;
}
