import type { EventAttempt } from './event-attempt.js';
import type { DisabledReason, EndpointOwner, EndpointTerms, StoredEndpoint } from './event-endpoint.js';

/** A change of an endpoint. Absent fields stay as they are. */
export interface EndpointChange extends Partial<EndpointTerms> {
  readonly disabledReason?: DisabledReason | '';
  readonly testedAt?: number | null;
  readonly secret?: Uint8Array;
  readonly formerSecret?: Uint8Array | null;
  readonly formerSecretEndsAt?: number | null;
}

/** Some attempts of an endpoint, the newest first. */
export interface AttemptPage {
  readonly attempts: readonly EventAttempt[];
  /** The id of the last attempt of this page if there are more attempts. */
  readonly next: string | undefined;
}

/** Port: the endpoints of all clients. A client reads and changes only its own. */
export abstract class EndpointStore {
  /**
   * Adds an endpoint that gets the events after a place in the log. Returns false and adds nothing if the client
   * already has `atMost` endpoints.
   */
  abstract add(endpoint: StoredEndpoint, cursor: string, atMost: number): Promise<boolean>;
  /** Returns the endpoints of a client, the oldest first. */
  abstract list(owner: EndpointOwner): Promise<readonly StoredEndpoint[]>;
  abstract find(owner: EndpointOwner, endpointId: string): Promise<StoredEndpoint | undefined>;
  /** Changes an endpoint. Returns false if the client has no such endpoint. */
  abstract change(owner: EndpointOwner, endpointId: string, change: EndpointChange, now: number): Promise<boolean>;
  /** Removes an endpoint with its attempts. Returns false if the client has no such endpoint. */
  abstract remove(owner: EndpointOwner, endpointId: string): Promise<boolean>;
  /** Lets the endpoint get all events after a place in the log, even events that it has got before. */
  abstract replay(owner: EndpointOwner, endpointId: string, cursor: string): Promise<boolean>;
  /** Returns the attempts of an endpoint, the newest first. */
  abstract attempts(
    endpointId: string,
    page: { readonly limit: number; readonly before?: string },
  ): Promise<AttemptPage>;
  abstract addAttempt(attempt: EventAttempt): Promise<void>;
  /** Returns endpoints of all clients with ids after `after`, in the order of their ids. */
  abstract page(after: string, limit: number): Promise<readonly StoredEndpoint[]>;
  /**
   * Replaces the encrypted secrets by the same secrets under another key. Returns false if the endpoint was changed or
   * removed since it was read.
   */
  abstract replaceSecrets(
    endpoint: StoredEndpoint,
    secrets: Pick<StoredEndpoint, 'secret' | 'formerSecret'>,
  ): Promise<boolean>;
}
