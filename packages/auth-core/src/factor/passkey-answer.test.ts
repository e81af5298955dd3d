import { createSign, hash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verifyRegistrationResponse } from '@simplewebauthn/server';
import {
  decodeAttestationObject,
  decodeCredentialPublicKey,
  isoCBOR,
  parseAuthenticatorData,
} from '@simplewebauthn/server/helpers';
import { generate } from 'selfsigned';
import { TestPasskey, type TestPasskeyChange } from '../testing/test-passkey.js';
import { userHandleOf } from './ask-for-passkey.js';
import type { Passkey } from './passkey.js';
import { verifyNewKey, verifySignedCounter } from './passkey-answer.js';

const issuer = 'https://auth.example';
const [challenge, otherChallenge] = ['A'.repeat(43), 'B'.repeat(43)];
const user = { id: userHandleOf('subject-1') };
const offer = { challenge, options: { challenge, rp: { id: 'auth.example' }, user } };
const question = { challenge, options: { challenge, rpId: 'auth.example' } };

const newKey = (credential: string) => verifyNewKey(issuer, { challenge, expiresAt: 0, credential });

async function aPasskey() {
  const one = new TestPasskey({ origin: issuer, counter: 7 });
  const key = await newKey(one.create(offer));
  const none = { credentialId: '', publicKey: new Uint8Array(), counter: 0, transports: [] };
  const stored: Passkey = {
    ...(key ?? none),
    subject: 'subject-1',
    name: 'Laptop',
    createdAt: 0,
    lastUsedAt: undefined,
  };
  const counterOf = (credential: string) =>
    verifySignedCounter(issuer, stored, { challenge, expiresAt: 0, credential });
  return { one, key, counterOf };
}

/** Changes a field of the response in an answer. */
function withField(credential: string, name: string, value: unknown): string {
  const { response, ...rest } = JSON.parse(credential) as { response: object };
  return JSON.stringify({ ...rest, response: { ...response, [name]: value } });
}

/** Attests the key of an answer, as security keys do (WebAuthn §8.6). The certificate belongs to nobody. */
async function attested(credential: string): Promise<string> {
  const { response } = JSON.parse(credential) as { response: Record<string, string> };
  const bytesOf = (name: string) => Buffer.from(response[name] ?? '', 'base64url');
  const authData = decodeAttestationObject(Uint8Array.from(bytesOf('attestationObject'))).get('authData');
  const { rpIdHash, credentialID, credentialPublicKey = new Uint8Array() } = parseAuthenticatorData(authData);
  const key = decodeCredentialPublicKey(credentialPublicKey) as unknown as ReadonlyMap<number, Uint8Array>;
  const { cert, private: privateKey } = await generate([{ name: 'commonName', value: 'Nobody' }], { keyType: 'ec' });
  const signed = [
    Buffer.from([0]),
    rpIdHash,
    hash('sha256', bytesOf('clientDataJSON'), 'buffer'),
    credentialID ?? new Uint8Array(),
    Buffer.from([4]),
    key.get(-2) ?? new Uint8Array(),
    key.get(-3) ?? new Uint8Array(),
  ];
  const sig = Uint8Array.from(createSign('sha256').update(Buffer.concat(signed)).sign(privateKey));
  const der = Uint8Array.from(Buffer.from(cert.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));
  const statement = new Map<string, unknown>([
    ['sig', sig],
    ['x5c', [der]],
  ]);
  const object = new Map<string, unknown>([
    ['fmt', 'fido-u2f'],
    ['attStmt', statement],
    ['authData', authData],
  ]);
  return withField(credential, 'attestationObject', Buffer.from(isoCBOR.encode(object as never)).toString('base64url'));
}

const attacks: readonly (readonly [string, TestPasskeyChange])[] = [
  ['of a foreign origin', { origin: 'https://evil.example' }],
  ['of an origin that begins like the right one', { origin: 'https://auth.example.evil' }],
  ['of the origin without encryption', { origin: 'http://auth.example' }],
  ['of another port', { origin: 'https://auth.example:8443' }],
  ['for a foreign relying party', { rpId: 'evil.example' }],
  ['for the domain above', { rpId: 'example' }],
  ['to another challenge', { challenge: otherChallenge }],
];

const unreadable = [
  ['no JSON', 'credential'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no response', '{"id":"AAAA","rawId":"AAAA","type":"public-key"}'],
  ['an empty response', '{"id":"AAAA","rawId":"AAAA","type":"public-key","response":{}}'],
  ['an id of other characters', '{"id":"A A","rawId":"A A","type":"public-key","response":{}}'],
] as const;

describe('answer of a new passkey', () => {
  it('contains its key, its counter and known ways to reach it', async () => {
    const { one, key } = await aPasskey();
    expect(key).toEqual({
      credentialId: one.credentialId,
      publicKey: expect.anything(),
      counter: 7,
      transports: ['internal'],
    });
    const odd = withField(one.create(offer), 'transports', ['usb', 'usb', 5, 'mind']);
    expect((await newKey(odd))?.transports).toEqual(['usb']);
  });

  it.each<readonly [string, TestPasskeyChange]>([
    ...attacks,
    ['of the type of a use', { type: 'webauthn.get' }],
    ['with no algorithm', { algorithm: 0 }],
    ['with an algorithm that was not offered', { algorithm: -36 }],
    ['with an algorithm for digests', { algorithm: 5 }],
  ])('is refused %s', async (_what, change) => {
    const one = new TestPasskey({ origin: issuer });
    expect(await newKey(one.create(offer, change))).toBeUndefined();
    expect(await newKey(one.create(offer))).toBeDefined();
  });

  it.each([
    ...unreadable,
    ['too many bytes', withField(new TestPasskey({ origin: issuer }).create(offer), 'more', 'A'.repeat(12_000))],
  ])('is refused as %s', async (_what, credential) => {
    expect(await newKey(credential)).toBeUndefined();
  });

  it('is refused with certificates, which were not asked for', async () => {
    const credential = new TestPasskey({ origin: issuer }).create(offer);
    const attestedCredential = await attested(credential);
    expect(await newKey(attestedCredential)).toBeUndefined();
    const judged = await verifyRegistrationResponse({
      response: JSON.parse(attestedCredential),
      expectedChallenge: challenge,
      expectedOrigin: issuer,
      requireUserVerification: false,
    });
    expect([judged.verified, (await newKey(credential)) !== undefined]).toEqual([true, true]);
  });

  it('is refused where browsers allow no passkeys', async () => {
    const credential = new TestPasskey({ origin: 'http://auth.example' }).create(offer);
    expect(await verifyNewKey('http://auth.example', { challenge, expiresAt: 0, credential })).toBeUndefined();
  });
});

describe('answer of a passkey that is used', () => {
  it('contains the counter, whatever it was before', async () => {
    const { one, counterOf } = await aPasskey();
    expect(await counterOf(one.get(question, { counter: 3 }))).toBe(3);
    expect(await counterOf(withField(one.get(question), 'userHandle', undefined))).toBe(8);
    expect(await counterOf(withField(one.get(question), 'userHandle', null))).toBe(9);
  });

  it.each<readonly [string, TestPasskeyChange]>([
    ...attacks,
    ['of the type of an enrolment', { type: 'webauthn.create' }],
    ['for another user', { userHandle: userHandleOf('subject-2') }],
  ])('is refused %s', async (_what, change) => {
    const { one, counterOf } = await aPasskey();
    expect(await counterOf(one.get(question, change))).toBeUndefined();
  });

  it.each(['signature', 'authenticatorData', 'clientDataJSON'])('is refused with another %s', async (name) => {
    const { one, counterOf } = await aPasskey();
    const stranger = JSON.parse(new TestPasskey({ origin: issuer, counter: 9 }).get(question, { counter: 99 })) as {
      response: Record<string, string>;
    };
    const other = name === 'clientDataJSON' ? one.get(question, { challenge: otherChallenge }) : '';
    const value = other === '' ? stranger.response[name] : JSON.parse(other).response.clientDataJSON;
    expect(await counterOf(withField(one.get(question), name, value))).toBeUndefined();
  });

  it.each(unreadable)('is refused as %s', async (_what, credential) => {
    const { counterOf } = await aPasskey();
    expect(await counterOf(credential)).toBeUndefined();
  });
});
