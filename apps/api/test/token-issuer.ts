import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The parts of an access token that a test may change. */
export interface TokenTraits {
  readonly memberCode?: string;
  readonly clientId?: string;
  readonly scope?: string;
  /** The rights of the client. By default, the token does not name any, like tokens from before clients had rights. */
  readonly rights?: readonly string[];
  /** By default, the token is of a user. */
  readonly subject?: string;
  /** If true, the client may read the batches of all clients of the member. */
  readonly memberWide?: boolean;
  readonly audience?: string;
  readonly issuer?: string;
  readonly tokenId?: string;
  /** The number of seconds until the token expires, which is negative for an expired token. */
  readonly endsIn?: number;
  /** A key that is used instead of the published key. */
  readonly key?: CryptoKey;
}

/** Publishes a key set and signs access tokens with it, like the authentication server. */
export class TokenIssuer {
  readonly #server: Server;
  readonly #key: CryptoKey;

  private constructor(server: Server, key: CryptoKey) {
    this.#server = server;
    this.#key = key;
  }

  static async start(): Promise<TokenIssuer> {
    const { publicKey, privateKey } = await generateKeyPair('ES256');
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'ES256', use: 'sig' }];
    const server = createServer((_request, answer) => {
      answer.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new TokenIssuer(server, privateKey);
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  sign(traits: TokenTraits = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    return new SignJWT({
      client_id: traits.clientId ?? 'client-1',
      scope: traits.scope ?? 'openid profile email qualified',
      member_code: traits.memberCode ?? '10000001',
      ...(traits.rights === undefined ? {} : { entitlements: traits.rights }),
      ...(traits.memberWide === true ? { member_wide: true } : {}),
    })
      .setProtectedHeader({ alg: 'ES256', kid: 'test', typ: 'at+jwt' })
      .setIssuer(traits.issuer ?? this.address)
      .setSubject(traits.subject ?? 'user-1')
      .setAudience(traits.audience ?? 'urn:trading-platform:api')
      .setIssuedAt(now)
      .setExpirationTime(now + (traits.endsIn ?? 3_600))
      .setJti(traits.tokenId ?? randomUUID())
      .sign(traits.key ?? this.#key);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
