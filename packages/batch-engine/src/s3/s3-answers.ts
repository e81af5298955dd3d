import { ObjectStorageError, type ObjectStorageErrorCode } from './object-storage-error.js';
import type { S3Address } from './s3-address.js';

/** The refusal of a server. If the answer of the server has no body, only its status describes the refusal. */
export interface S3Refusal {
  readonly status: number;
  /** `NoSuchKey`, `SlowDown`, … */
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly region: string | undefined;
}

/** One page of a listing of keys. */
export interface S3Listing {
  readonly keys: readonly string[];
  /** The token that requests the next page, or undefined on the last page. */
  readonly next: string | undefined;
}

/** The error codes that a server's refusal can cause. A server knows nothing about the owners of prefixes. */
type RefusalCode = Exclude<ObjectStorageErrorCode, 'foreign-prefix' | 'marker-unreadable'>;

const codes: Readonly<Record<string, RefusalCode>> = {
  NoSuchBucket: 'bucket-missing',
  InvalidAccessKeyId: 'credentials-refused',
  SignatureDoesNotMatch: 'credentials-refused',
  ExpiredToken: 'credentials-refused',
  InvalidToken: 'credentials-refused',
  AccessDenied: 'access-denied',
  AllAccessDisabled: 'access-denied',
  AuthorizationHeaderMalformed: 'region-wrong',
  PermanentRedirect: 'region-wrong',
  TemporaryRedirect: 'region-wrong',
  RequestTimeTooSkewed: 'clock-wrong',
  QuotaExceeded: 'full',
  InsufficientCapacity: 'full',
  PreconditionFailed: 'exists',
  NotImplemented: 'unsupported',
};
const statuses: Readonly<Record<number, RefusalCode>> = {
  301: 'region-wrong',
  307: 'region-wrong',
  403: 'access-denied',
  404: 'bucket-missing',
  412: 'exists',
  501: 'unsupported',
  507: 'full',
};
/** The codes of temporary refusals whose status is neither 5xx nor 429. */
const passing: ReadonlySet<string> = new Set([
  'RequestTimeout',
  'ConditionalRequestConflict',
  'OperationAborted',
  'SlowDown',
]);
const statusFull = 507;
const statusTooMany = 429;
const statusNotImplemented = 501;

/** Whether the same request may succeed a little later. */
export function isPassing({ status, code }: S3Refusal): boolean {
  if (code !== undefined && passing.has(code)) return true;
  return status === statusTooMany || (status >= 500 && status !== statusFull && status !== statusNotImplemented);
}

export function readRefusal(status: number, body: string): S3Refusal {
  const { Code: code, Message: message, Region: region } = elementsOf(body, ['Code', 'Message', 'Region']);
  return { status, code, message, region };
}

/** Makes an error that describes the server's refusal and says what an operator should check. */
export function refusalError(refusal: S3Refusal, address: S3Address): ObjectStorageError {
  const code = codeOf(refusal);
  return new ObjectStorageError(code, describe[code](address, refusal));
}

function codeOf(refusal: S3Refusal): RefusalCode {
  if (isPassing(refusal)) return 'unavailable';
  return codes[refusal.code ?? ''] ?? (refusal.code === undefined ? statuses[refusal.status] : undefined) ?? 'refused';
}

type Describe = (address: S3Address, refusal: S3Refusal) => string;

const describe: Readonly<Record<RefusalCode, Describe>> = {
  'bucket-missing': ({ bucket, endpoint }) => `There is no bucket "${bucket}" at ${endpoint}`,
  'credentials-refused': (address, refusal) =>
    `${placeOf(address)} refuses AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY (${told(refusal)})`,
  'access-denied': (address, refusal) =>
    `${placeOf(address)} is not allowed for AWS_ACCESS_KEY_ID; its policy must allow to list, read, write and delete (${told(refusal)})`,
  'region-wrong': (address, refusal) =>
    `The bucket "${address.bucket}" is not in the region "${address.region}"${refusal.region === undefined ? '' : ` but in "${refusal.region}"`} (${told(refusal)})`,
  'clock-wrong': (address, refusal) =>
    `The clock of this machine differs too much from that of ${address.endpoint} (${told(refusal)})`,
  full: (address, refusal) => `${placeOf(address)} has no room left (${told(refusal)})`,
  exists: (address) => `An object of ${placeOf(address)} is there already`,
  damaged: (address) => `An object of ${placeOf(address)} is damaged`,
  unavailable: (address, refusal) => `${placeOf(address)} does not answer now (${told(refusal)})`,
  unsupported: (address, refusal) => `${placeOf(address)} does not support a request (${told(refusal)})`,
  refused: (address, refusal) => `${placeOf(address)} refuses a request (${told(refusal)})`,
};

function placeOf({ bucket, endpoint }: S3Address): string {
  return `Bucket "${bucket}" at ${endpoint}`;
}

function told({ status, code, message }: S3Refusal): string {
  return [`${status}`, code, message].filter((part) => part !== undefined).join(' ');
}

/** Reads the answer to a `ListObjectsV2` request. */
export function readListing(body: string): S3Listing {
  const { IsTruncated: goesOn, NextContinuationToken: next } = elementsOf(body, [
    'IsTruncated',
    'NextContinuationToken',
  ]);
  return {
    keys: allOf(body, 'Contents').flatMap((entry) => allOf(entry, 'Key').map(unescaped)),
    next: goesOn === 'true' ? next : undefined,
  };
}

function elementsOf<const Name extends string>(xml: string, names: readonly Name[]): Partial<Record<Name, string>> {
  const found = names.flatMap((name) => {
    const [text] = allOf(xml, name);
    return text === undefined ? [] : [[name, unescaped(text)]];
  });
  return Object.fromEntries(found) as Partial<Record<Name, string>>;
}

const restOfTag = /^(?:\s[^>]*)?>/;

/**
 * Returns the contents of all elements with the given name. The XML is read by a simple pattern, because answers of S3 have no
 * comments and no attributes that matter.
 */
function allOf(xml: string, name: string): readonly string[] {
  const closed = xml.split(`</${name}>`).slice(0, -1);
  return closed.flatMap((text) => {
    const [, ...pieces] = text.split(`<${name}`);
    const opened = pieces.findIndex((piece) => restOfTag.test(piece));
    return opened < 0 ? [] : [pieces.slice(opened).join(`<${name}`).replace(restOfTag, '')];
  });
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi,
    (_, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return entities[name.toLowerCase()]!;
      return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal));
    },
  );
}
