/** The caller to whom an endpoint belongs: a client of a member. Nobody else sees the endpoint. */
export interface EndpointOwner {
  readonly memberCode: string;
  readonly clientId: string;
}

/**
 * Why an endpoint gets no events: its address has not answered a test yet (`untested`), the client has switched it off
 * (`by-client`), it has answered 410 (`gone`), or nothing has arrived for days (`failing`).
 */
export type DisabledReason = 'untested' | 'by-client' | 'gone' | 'failing';

/** The settings of an endpoint that its client chooses. */
export interface EndpointTerms {
  readonly url: string;
  /** Types of events, or beginnings of types with `*` at the end. */
  readonly types: readonly string[];
  /** The members whose events are wanted. */
  readonly memberCodes: readonly string[];
  readonly description: string;
}

/** An address of a client to which events are pushed. All times are epoch milliseconds. */
export interface EventEndpoint extends EndpointOwner, EndpointTerms {
  readonly endpointId: string;
  /** `''` if the endpoint is enabled. */
  readonly disabledReason: DisabledReason | '';
  /** When the present address answered a test, or null if it has not answered one. */
  readonly testedAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/**
 * An endpoint with its encrypted secrets. After a rotation, messages are signed with both secrets until
 * `formerSecretEndsAt`.
 */
export interface StoredEndpoint extends EventEndpoint {
  readonly secret: Uint8Array;
  readonly formerSecret: Uint8Array | null;
  readonly formerSecretEndsAt: number | null;
}
