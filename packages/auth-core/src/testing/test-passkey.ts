import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyQuestion } from '../factor/ask-for-passkey.js';

/** The wrong values that an answer contains instead of the correct ones. */
export interface TestPasskeyChange {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  /** The COSE algorithm that a new key names. */
  readonly algorithm?: number;
  /** `webauthn.create` or `webauthn.get`. */
  readonly type?: string;
  readonly userHandle?: string;
}

interface Asked {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

const userPresent = 0x01;
const userVerified = 0x04;
const newKey = 0x40;
const es256 = -7;

/**
 * A passkey with a key of P-256 that answers the questions of `proposePasskey` and `askForPasskey`, as the browser of a person would
 * (WebAuthn). The answers are JSON texts.
 */
export class TestPasskey {
  readonly credentialId: string;
  readonly #origin: string;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #userHandle = '';
  #counter: number;

  /** @param options `counter` is the counter that the first answer contains (default: 1); a passkey with 0 does not count */
  constructor({ origin, counter = 1 }: { readonly origin: string; readonly counter?: number }) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.credentialId = randomBytes(32).toString('base64url');
    this.#origin = origin;
    this.#counter = counter;
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** Answers the question for a new passkey, without attestation. */
  create({ options }: PasskeyQuestion, change: TestPasskeyChange = {}): string {
    const asked = options as unknown as Asked;
    this.#userHandle = asked.user?.id ?? '';
    const id = Buffer.from(this.credentialId, 'base64url');
    const idLength = Buffer.from([id.length >> 8, id.length & 0xff]);
    const key = this.#coseKey(change.algorithm ?? es256);
    const authData = Buffer.concat([this.#head(asked, change, newKey), Buffer.alloc(16), idLength, id, key]);
    const attestationObject = map(
      [text('fmt'), text('none')],
      [text('attStmt'), map()],
      [text('authData'), bytes(authData)],
    );
    return this.#credential({
      clientDataJSON: this.#clientData(asked, change.type ?? 'webauthn.create', change).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  /** Answers the question for one of the user's passkeys. */
  get({ options }: PasskeyQuestion, change: TestPasskeyChange = {}): string {
    const asked = options as unknown as Asked;
    const clientData = this.#clientData(asked, change.type ?? 'webauthn.get', change);
    const authData = this.#head(asked, change, 0);
    const signed = Buffer.concat([authData, hash('sha256', clientData, 'buffer')]);
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
      userHandle: change.userHandle ?? this.#userHandle,
    });
  }

  #credential(response: Readonly<Record<string, unknown>>): string {
    const id = this.credentialId;
    return JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });
  }

  #clientData({ challenge }: Asked, type: string, change: TestPasskeyChange): Buffer {
    const { origin = this.#origin } = change;
    return Buffer.from(JSON.stringify({ type, challenge: change.challenge ?? challenge, origin, crossOrigin: false }));
  }

  #head({ rp, rpId = rp?.id ?? '' }: Asked, change: TestPasskeyChange, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(change.counter ?? this.#counter);
    if (this.#counter > 0 && change.counter === undefined) this.#counter += 1;
    return Buffer.concat([
      hash('sha256', change.rpId ?? rpId, 'buffer'),
      Buffer.from([userPresent | userVerified | flags]),
      counter,
    ]);
  }

  #coseKey(algorithm: number): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return map(
      [integer(1), integer(2)],
      [integer(3), integer(algorithm)],
      [integer(-1), integer(1)],
      [integer(-2), bytes(Buffer.from(x, 'base64url'))],
      [integer(-3), bytes(Buffer.from(y, 'base64url'))],
    );
  }
}

/** The head of a value in CBOR (RFC 8949): its kind, and a number. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 0xff]);
}

function integer(value: number): Buffer {
  return value < 0 ? head(1, -1 - value) : head(0, value);
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([head(2, value.length), value]);
}

function text(value: string): Buffer {
  return Buffer.concat([head(3, value.length), Buffer.from(value)]);
}

function map(...entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([head(5, entries.length), ...entries.flat()]);
}
