/** The names of events in the audit log. */
export type AuditEventName =
  | 'client.created'
  | 'client.secret-rotated'
  | 'client.disabled'
  | 'client.enabled'
  | 'client.marked'
  | 'client.rights-changed'
  | 'client.bound'
  | 'client.keys-set'
  | 'client.keys-unread'
  | 'client.deleted'
  | 'client.refused'
  | 'client.assertion-replayed'
  | 'user.created'
  | 'user.password-set'
  | 'user.password-changed'
  | 'user.password-reset'
  | 'user.reset-link-made'
  | 'user.disabled'
  | 'user.enabled'
  | 'user.unlocked'
  | 'user.deleted'
  | 'user.signed-out'
  | 'user.sessions-ended'
  | 'user.refused'
  | 'user.second-factor-set'
  | 'user.second-factor-used'
  | 'user.second-factor-refused'
  | 'user.passkey-counter-refused'
  | 'user.second-factor-removed'
  | 'user.second-factor-reset'
  | 'user.second-factor-required'
  | 'user.recovery-codes-made'
  | 'member.second-factor-required'
  | 'authorization.granted'
  | 'authorization.cancelled'
  | 'device.requested'
  | 'device.code-refused'
  | 'attempts.locked'
  | 'token.issued'
  | 'token.reissued'
  | 'token.reissue-repeated'
  | 'token.revoked'
  | 'code.replayed'
  | 'device-code.replayed'
  | 'refresh-token.replayed'
  | 'grant.ended'
  | 'key.created'
  | 'key.rotated'
  | 'key.withdrawn'
  | 'key.resealed'
  | 'records.archived';

/** The person or program that caused an event, and the address from which the event came. */
export interface RequestOrigin {
  /** The network address of the caller, or `local` for a call by the operator's program `tpctl`. */
  readonly address: string;
  readonly requestId?: string | undefined;
}

/** One record of the audit log. A record contains names and ids, but never a password, secret, code or token. */
export interface AuditEvent extends RequestOrigin {
  readonly at: number;
  readonly event: AuditEventName;
  readonly outcome: 'success' | 'refused';
  readonly clientId?: string | undefined;
  /** The login ID of a known user. If the user is unknown, the typed text is never stored, because it may be a password. */
  readonly userId?: string | undefined;
  readonly grantId?: string | undefined;
  readonly detail?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** An event that is stored in the log. Later events have greater ids. */
export interface AuditRecord extends AuditEvent {
  readonly id: number;
}
