import { rights as allRights, isRight, maxLength, type Right, rightsAmong } from '@trading-platform/domain-types';
import type { AuditEvent, AuditEventName } from '../audit/audit-event.js';
import { AuthError } from '../auth-error.js';
import { checkRedirectUri, findAddressDefect } from '../client/check-redirect-uri.js';
import { type Client, type ClientMarks, publicClient } from '../client/client.js';
import { namesOfClientKeys, readClientKeys } from '../client/client-keys.js';
import { hashClientSecret, makeClientSecret } from '../client/client-secret.js';
import type { ClientKeys, ClientStore } from '../client/client-store.js';
import type { Clock } from '../clock.js';
import type { Randomness } from '../randomness.js';
import type { ServerSecret } from '../secret/server-secret.js';
import { checkText } from './check-text.js';

/** A new client, as an operator describes it. */
export interface NewClient {
  /** The name that users see on the authorization page, with 1 to 100 characters. */
  readonly name: string;
  /** The callback addresses, which must use https, or http on the same machine. */
  readonly redirectUris?: readonly string[];
  /** Whether the client may use the authorization page (default: true, or false for a service account). */
  readonly codeFlow?: boolean;
  /** Whether the client may get tokens for a login ID and password (default: true, or false for a service account). */
  readonly credentialsFlow?: boolean;
  /** Whether the client must use PKCE (default: false). */
  readonly pkceRequired?: boolean;
  /** Whether the client may use OpenID Connect (default: false). */
  readonly openid?: boolean;
  /** Whether the users of this client can list and read the batches of all clients of their member (default: false). */
  readonly memberWide?: boolean;
  /** Whether this client may show its users their grants to all clients, and end these grants for them (default: false). */
  readonly account?: boolean;
  /** Whether login ID and password suffice to get tokens for a user who has a second factor (default: false). */
  readonly passwordSuffices?: boolean;
  /** Whether devices without a browser may get tokens by a code that they show (default: false). */
  readonly deviceFlow?: boolean;
  /** What the client can be allowed to do (default: all rights). */
  readonly rights?: readonly string[];
  /**
   * The member for which the client acts as a service account, with 1 to 8 characters. A client without a member gets tokens for
   * users only.
   */
  readonly memberCode?: string;
  /** The id of the client, which is generated unless it is given. The id is given only for fixed demonstration clients. */
  readonly clientId?: string;
  /**
   * The secret of the client, with at least 32 characters, which is generated unless it is given. The secret is given only for
   * fixed demonstration clients.
   */
  readonly clientSecret?: string;
}

/**
 * The names of rights that a client gets and loses. The client keeps all its other rights. If a right is in both lists,
 * the client loses it.
 */
export interface RightsEdit {
  readonly give: readonly string[];
  readonly withdraw: readonly string[];
}

/** The decision about the grants that already exist when the rights of a client change. */
export interface RightsOptions {
  /** Whether the living grants of the client get all its rights too (default: false). */
  readonly alsoGrants?: boolean;
}

/** A client whose secret has just been made. */
export interface ClientWithSecret {
  readonly client: Client;
  /** The secret, which is shown only once. */
  readonly clientSecret: string;
}

const clientIdBytes = 15;
const shortestSecret = 32;
const longestOverlapSeconds = 90 * 24 * 60 * 60;
const operator = { address: 'local', outcome: 'success' } as const;

/** The functions by which an operator manages clients. */
export class ClientAdministration {
  readonly #clients: ClientStore;
  readonly #secret: ServerSecret;
  readonly #clock: Clock;
  readonly #randomness: Randomness;

  constructor(clients: ClientStore, secret: ServerSecret, clock: Clock, randomness: Randomness) {
    this.#clients = clients;
    this.#secret = secret;
    this.#clock = clock;
    this.#randomness = randomness;
  }

  /** @throws AuthError `value-invalid`, `redirect-uri-invalid`, `client-exists` */
  async create(values: NewClient): Promise<ClientWithSecret> {
    checkText('name', values.name, 100);
    const redirectUris = [...new Set(values.redirectUris)];
    for (const redirectUri of redirectUris) checkRedirectUri(redirectUri);
    const clientId = values.clientId ?? this.#randomness.bytes(clientIdBytes).toString('base64url');
    if (!/^[A-Za-z0-9._~-]{1,64}$/.test(clientId)) throw invalid('clientId: 1 to 64 of A-Z a-z 0-9 . _ ~ -');
    const rights = checkedRights(values.rights ?? allRights);
    const { memberCode } = values;
    if (memberCode !== undefined) checkMemberCode(memberCode);
    const clientSecret = this.#checkedSecret(values.clientSecret);
    const [{ hash, keyId }] = hashClientSecret(this.#secret, clientId, clientSecret);
    const now = this.#clock.now();
    const stored = {
      clientId,
      name: values.name,
      redirectUris,
      codeFlow: values.codeFlow ?? memberCode === undefined,
      credentialsFlow: values.credentialsFlow ?? memberCode === undefined,
      pkceRequired: values.pkceRequired ?? false,
      openid: values.openid ?? false,
      memberWide: values.memberWide ?? false,
      account: values.account ?? false,
      passwordSuffices: values.passwordSuffices ?? false,
      deviceFlow: values.deviceFlow ?? false,
      rights,
      memberCode,
      jwks: undefined,
      jwksUri: undefined,
      keysRequired: false,
      secretHash: hash,
      secretKeyId: keyId,
      secretCreatedAt: now,
      previousSecretHash: undefined,
      previousSecretKeyId: undefined,
      previousSecretEndsAt: undefined,
      disabledAt: undefined,
      generation: 1,
      createdAt: now,
      updatedAt: now,
    };
    const added = await this.#clients.add(stored, {
      at: now,
      event: 'client.created',
      clientId,
      ...operator,
      detail: detailOfNew(stored),
    });
    if (!added) throw new AuthError('client-exists', `There is a client ${clientId} already`);
    return { client: await this.get(clientId), clientSecret };
  }

  async list(): Promise<Client[]> {
    return (await this.#clients.list()).map(publicClient);
  }

  /** @throws AuthError `unknown-client` */
  async get(clientId: string): Promise<Client> {
    const client = await this.#clients.find(clientId);
    if (client === undefined) throw unknownClient(clientId);
    return publicClient(client);
  }

  /**
   * Makes a new secret for a client. The current secret remains valid for the overlap time (default: 7 days). An older secret
   * becomes invalid at once.
   *
   * @throws AuthError `unknown-client`, `value-invalid`
   */
  async rotateSecret(
    clientId: string,
    options: { readonly overlapSeconds?: number } = {},
  ): Promise<ClientWithSecret & { readonly previousSecretEndsAt: number }> {
    const overlapSeconds = options.overlapSeconds ?? 7 * 24 * 60 * 60;
    if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > longestOverlapSeconds) {
      throw invalid(`overlapSeconds: 0 to ${longestOverlapSeconds}`);
    }
    const clientSecret = makeClientSecret(this.#randomness);
    const now = this.#clock.now();
    const previousSecretEndsAt = now + overlapSeconds * 1000;
    const [secret] = hashClientSecret(this.#secret, clientId, clientSecret);
    const changed = await this.#clients.replaceSecret(
      { clientId, secret, previousSecretEndsAt },
      { at: now, event: 'client.secret-rotated', clientId, ...operator },
    );
    if (!changed) throw unknownClient(clientId);
    return { client: await this.get(clientId), clientSecret, previousSecretEndsAt };
  }

  /**
   * Changes the marks of a client. Tokens that have been issued keep the marks that the client had at that time.
   *
   * @throws AuthError `unknown-client`, `value-invalid` without any mark
   */
  async mark(clientId: string, values: Partial<ClientMarks>): Promise<Client> {
    const { memberWide, account, passwordSuffices, deviceFlow } = values;
    const marks = {
      ...(memberWide === undefined ? {} : { memberWide }),
      ...(account === undefined ? {} : { account }),
      ...(passwordSuffices === undefined ? {} : { passwordSuffices }),
      ...(deviceFlow === undefined ? {} : { deviceFlow }),
    };
    if (Object.keys(marks).length === 0) {
      throw invalid('marks: at least one of memberWide, account, passwordSuffices and deviceFlow');
    }
    const event = {
      at: this.#clock.now(),
      event: 'client.marked',
      clientId,
      detail: detailOf(marks),
      ...operator,
    } as const;
    if (!(await this.#clients.mark(clientId, marks, event))) throw unknownClient(clientId);
    return this.get(clientId);
  }

  /**
   * Changes the rights of a client. Tokens with a withdrawn right are revoked, and APIs refuse them within 5 seconds.
   * The client then uses its refresh token, and gets an access token with the rights that it still has. An added right
   * is contained only in tokens of grants that begin later. With `alsoGrants`, the next token of every living grant
   * contains it too.
   *
   * @param rights the names of all rights that the client has afterwards, or only the changes
   * @throws AuthError `unknown-client`, `value-invalid` for a name that is no right
   */
  async setRights(
    clientId: string,
    rights: readonly string[] | RightsEdit,
    { alsoGrants = false }: RightsOptions = {},
  ): Promise<Client> {
    const changed = await this.#clients.changeRights(clientId, ({ rights: present }) => {
      const next = 'give' in rights ? edited(present, rights) : checkedRights(rights);
      const detail = {
        ...named('added', without(next, present)),
        ...named('withdrawn', without(present, next)),
        ...(alsoGrants ? { also_grants: true } : {}),
      };
      const at = this.#clock.now();
      const event = { at, event: 'client.rights-changed', clientId, detail, ...operator } as const;
      return { rights: next, alsoGrants, event };
    });
    if (!changed) throw unknownClient(clientId);
    return this.get(clientId);
  }

  /**
   * Makes a client a service account of a member, so that it gets tokens without a user. Its valid tokens are revoked.
   * Both flows of users are switched off, unless `keepFlows` is set. With `keepFlows`, a system can move its jobs one
   * after the other.
   *
   * @throws AuthError `unknown-client`, `value-invalid`
   */
  async bindToMember(
    clientId: string,
    memberCode: string,
    { keepFlows = false }: { readonly keepFlows?: boolean } = {},
  ): Promise<Client> {
    checkMemberCode(memberCode);
    const detail = { member_code: memberCode, keep_flows: keepFlows };
    const event = { at: this.#clock.now(), event: 'client.bound', clientId, detail, ...operator } as const;
    if (!(await this.#clients.bind(clientId, { memberCode, keepFlows }, event))) throw unknownClient(clientId);
    return this.get(clientId);
  }

  /**
   * Sets the public keys for the JWTs that a client signs (RFC 7523). They replace its former keys. Without `required`,
   * the secret of the client is accepted too.
   *
   * @param jwks a set of public keys as JSON (RFC 7517), or undefined to remove the keys
   * @throws AuthError `unknown-client`, `value-invalid`
   */
  async setKeys(
    clientId: string,
    jwks: string | undefined,
    { required = false }: { readonly required?: boolean } = {},
  ): Promise<Client> {
    if (jwks === undefined && required) throw invalid('required: a client without keys needs its secret');
    const stored = jwks === undefined ? undefined : await readClientKeys(jwks);
    const detail = { keys: stored === undefined ? '' : namesOfClientKeys(stored).join(' '), required };
    return this.#setKeys(clientId, { jwks: stored, jwksUri: undefined, keysRequired: required }, detail);
  }

  /**
   * Sets the address at which a client publishes its public keys. The address replaces the client's former keys. It is
   * read when the client sends a signed JWT, not now.
   *
   * @throws AuthError `unknown-client`, `value-invalid`
   */
  async setKeyAddress(
    clientId: string,
    jwksUri: string,
    { required = false }: { readonly required?: boolean } = {},
  ): Promise<Client> {
    const defect = findAddressDefect(jwksUri);
    if (defect !== undefined) throw invalid(`jwksUri: ${defect}`);
    const keys = { jwks: undefined, jwksUri, keysRequired: required };
    return this.#setKeys(clientId, keys, { address: jwksUri, required });
  }

  /** Stops issuing tokens to the client, and revokes its tokens that are still valid. @throws AuthError `unknown-client` */
  disable(clientId: string): Promise<Client> {
    return this.#setDisabled(clientId, true, 'client.disabled');
  }

  /** @throws AuthError `unknown-client` */
  enable(clientId: string): Promise<Client> {
    return this.#setDisabled(clientId, false, 'client.enabled');
  }

  /** @throws AuthError `unknown-client` */
  async delete(clientId: string): Promise<void> {
    const event = { at: this.#clock.now(), event: 'client.deleted', clientId, ...operator } as const;
    if (!(await this.#clients.remove(clientId, event))) throw unknownClient(clientId);
  }

  async #setKeys(clientId: string, keys: ClientKeys, detail: NonNullable<AuditEvent['detail']>): Promise<Client> {
    const event = { at: this.#clock.now(), event: 'client.keys-set', clientId, detail, ...operator } as const;
    if (!(await this.#clients.setKeys(clientId, keys, event))) throw unknownClient(clientId);
    return this.get(clientId);
  }

  async #setDisabled(clientId: string, disabled: boolean, event: AuditEventName): Promise<Client> {
    const at = this.#clock.now();
    const changed = await this.#clients.setDisabled(clientId, disabled, { at, event, clientId, ...operator });
    if (!changed) throw unknownClient(clientId);
    return this.get(clientId);
  }

  #checkedSecret(clientSecret: string | undefined): string {
    if (clientSecret === undefined) return makeClientSecret(this.#randomness);
    if (!/^[\x21-\x7e]+$/.test(clientSecret) || clientSecret.length < shortestSecret || clientSecret.length > 128) {
      throw invalid(`clientSecret: ${shortestSecret} to 128 visible ASCII characters`);
    }
    return clientSecret;
  }
}

function detailOf(marks: Partial<ClientMarks>): Readonly<Record<string, boolean>> {
  const { memberWide, account, passwordSuffices, deviceFlow } = marks;
  return {
    ...(memberWide === undefined ? {} : { member_wide: memberWide }),
    ...(account === undefined ? {} : { account }),
    ...(passwordSuffices === undefined ? {} : { password_suffices: passwordSuffices }),
    ...(deviceFlow === undefined ? {} : { device_flow: deviceFlow }),
  };
}

function detailOfNew({ memberWide, account, passwordSuffices, deviceFlow, rights, memberCode }: Client) {
  return {
    ...(memberWide || account ? detailOf({ memberWide, account }) : {}),
    ...(passwordSuffices ? detailOf({ passwordSuffices }) : {}),
    ...(deviceFlow ? detailOf({ deviceFlow }) : {}),
    rights: rights.join(' '),
    ...(memberCode === undefined ? {} : { member_code: memberCode }),
  };
}

function named(name: string, rights: readonly Right[]): Readonly<Record<string, string>> {
  return rights.length === 0 ? {} : { [name]: rights.join(' ') };
}

function without(rights: readonly Right[], others: readonly Right[]): readonly Right[] {
  return rights.filter((right) => !others.includes(right));
}

/** @throws AuthError `value-invalid` for a wrong name, even if it is in the list of withdrawn rights */
function edited(present: readonly Right[], { give, withdraw }: RightsEdit): readonly Right[] {
  return without(rightsAmong([...present, ...checkedRights(give)]), checkedRights(withdraw));
}

/** @throws AuthError `value-invalid` */
function checkedRights(names: readonly string[]): readonly Right[] {
  const unknown = names.find((name) => !isRight(name));
  if (unknown === undefined) return rightsAmong(names);
  throw invalid(`rights: there is no right ${JSON.stringify(unknown)}; the rights are ${allRights.join(', ')}`);
}

/** @throws AuthError `value-invalid` */
function checkMemberCode(memberCode: string): void {
  checkText('memberCode', memberCode, maxLength.member_code_self);
}

function invalid(message: string): AuthError {
  return new AuthError('value-invalid', message);
}

function unknownClient(clientId: string): AuthError {
  return new AuthError('unknown-client', `There is no client ${clientId}`);
}
