/** Names of events in the audit log. */
export type AuditEventName =
  | 'client.created'
  | 'client.secret-rotated'
  | 'client.disabled'
  | 'client.enabled'
  | 'client.marked'
  | 'client.deleted'
  | 'client.refused'
  | 'user.created'
  | 'user.password-set'
  | 'user.disabled'
  | 'user.enabled'
  | 'user.unlocked'
  | 'user.deleted'
  | 'user.signed-out'
  | 'user.refused'
  | 'authorization.granted'
  | 'authorization.cancelled'
  | 'attempts.locked'
  | 'token.issued'
  | 'token.reissued'
  | 'token.reissue-repeated'
  | 'token.revoked'
  | 'code.replayed'
  | 'refresh-token.replayed'
  | 'grant.ended'
  | 'key.created'
  | 'key.rotated'
  | 'key.withdrawn'
  | 'key.resealed'
  | 'records.archived';

/** Who caused an event and from where. */
export interface RequestOrigin {
  /** Network address of the caller; `local` for the operator's tool. */
  readonly address: string;
  readonly requestId?: string | undefined;
}

/** One line of the audit log. Holds names and ids, never a password, secret, code or token. */
export interface AuditEvent extends RequestOrigin {
  readonly at: number;
  readonly event: AuditEventName;
  readonly outcome: 'success' | 'refused';
  readonly clientId?: string | undefined;
  /** Login ID of a known user. What was typed for an unknown one may be a password, and is never stored. */
  readonly userId?: string | undefined;
  readonly grantId?: string | undefined;
  readonly detail?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** An event in the log. Ids grow with time. */
export interface AuditRecord extends AuditEvent {
  readonly id: number;
}
