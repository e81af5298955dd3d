import type { Right } from '@trading-platform/domain-types';
import type { Randomness } from '../randomness.js';
import { sha256 } from '../secret/same-bytes.js';

/**
 * The request of a device without a browser, until the device exchanges it for tokens (RFC 8628). All times of a request are epoch
 * milliseconds.
 */
export interface DeviceCode {
  readonly deviceHash: Uint8Array;
  /** The keyed hash of the code that a person types. */
  readonly userCodeHash: Uint8Array;
  readonly clientId: string;
  readonly scope: string;
  /** The network address from which the device sent its request. */
  readonly address: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** The number of seconds that the device must wait between two polls. It grows each time the device polls too early. */
  readonly intervalSeconds: number;
  readonly polledAt: number | undefined;
  /** The time when a person allowed or refused the request. */
  readonly decidedAt: number | undefined;
  /** The person who allowed the request. Undefined if nobody has decided yet, or if the request was refused. */
  readonly subject: string | undefined;
  /** The rights that the page showed to the person. */
  readonly rights: readonly Right[];
  /** The time when the person typed the password. */
  readonly authenticatedAt: number | undefined;
  /** The generation of the user when the password was typed. */
  readonly userGeneration: number | undefined;
  readonly usedAt: number | undefined;
  /** The id of the grant that began with this request. */
  readonly grantId: string | undefined;
}

/** The decision of a person about a device. A refusal names no person. */
export type DeviceDecision = Pick<
  DeviceCode,
  'decidedAt' | 'subject' | 'rights' | 'authenticatedAt' | 'userGeneration'
>;

const codeBytes = 32;

/** Makes a new device code with 256 random bits. */
export function makeDeviceCode(randomness: Randomness): string {
  return randomness.bytes(codeBytes).toString('base64url');
}

export function hashDeviceCode(deviceCode: string): Buffer {
  return sha256(`device-code\n${deviceCode}`);
}
