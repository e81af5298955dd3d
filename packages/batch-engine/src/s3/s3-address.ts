/** The address of a bucket, and the prefix of all keys in it. */
export interface S3Address {
  readonly bucket: string;
  /** The prefix without slashes at its start and end, or an empty text for the whole bucket. */
  readonly prefix: string;
  readonly region: string;
  /** The endpoint without a slash at its end. */
  readonly endpoint: string;
  /** If true, the name of the bucket is part of the host name. If false, the name of the bucket is part of the path. */
  readonly bucketInHost: boolean;
}

/** Thrown if the address of an object storage cannot be read. The message explains why the address is invalid. */
export class S3AddressError extends Error {
  override readonly name = 'S3AddressError';
}

const form = 's3://bucket/prefix?region=…&endpoint=…';
const bucketName = /^(?=.{3,63}$)[a-z0-9][a-z0-9-]*(\.[a-z0-9][a-z0-9-]*)*$/;
/** Keys contain only these characters, which every server reads in the same way, so keys are never encoded. */
const prefixText = /^[\w.-]+(\/[\w.-]+)*$/;
const prefixLengthAtMost = 256;
const regionText = /^[a-z0-9-]{1,63}$/;
/** Self-hosted servers ignore the region, but the region is part of the signature of requests. */
const regionOfEndpoints = 'us-east-1';
const parameters: ReadonlySet<string> = new Set(['region', 'endpoint']);

/**
 * Reads an address of the form `s3://bucket/prefix?region=…&endpoint=…`. The default endpoint is Amazon's endpoint for the
 * region. If an endpoint is given, the region may be omitted from the address.
 *
 * @throws S3AddressError
 */
export function parseS3Address(text: string): S3Address {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:') throw new S3AddressError(`The address must be ${form}`);
  if (url.username !== '' || url.password !== '') {
    throw new S3AddressError('The address names no credentials: they are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (!bucketName.test(url.host))
    throw new S3AddressError(`"${url.host}" is no name of a bucket; the address must be ${form}`);
  if (url.hash !== '') throw new S3AddressError(`The address must be ${form}, without "#"`);
  const given = parametersOf(url);
  const endpoint = given.get('endpoint');
  return {
    bucket: url.host,
    prefix: prefixOf(url),
    region: regionOf(given),
    endpoint: endpoint === undefined ? `https://s3.${regionOf(given)}.amazonaws.com` : endpointOf(endpoint),
    bucketInHost: endpoint === undefined && !url.host.includes('.'),
  };
}

function parametersOf(url: URL): ReadonlyMap<string, string> {
  const given = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    if (!parameters.has(name)) {
      throw new S3AddressError(
        `The address has an unknown parameter "${name}"; there are ${[...parameters].join(' and ')}`,
      );
    }
    if (given.has(name)) throw new S3AddressError(`The address has the parameter "${name}" twice`);
    given.set(name, value);
  }
  return given;
}

function prefixOf({ pathname }: URL): string {
  const prefix = pathname.replace(/^\/+|(?<!\/)\/+$/g, '');
  if (prefix === '') return prefix;
  if (prefix.length > prefixLengthAtMost || !prefixText.test(prefix)) {
    throw new S3AddressError(
      `The prefix "${prefix}" must have at most ${prefixLengthAtMost} letters, digits, dots, hyphens, underscores and single slashes`,
    );
  }
  return prefix;
}

function regionOf(given: ReadonlyMap<string, string>): string {
  const region = given.get('region') ?? (given.has('endpoint') ? regionOfEndpoints : undefined);
  if (region === undefined)
    throw new S3AddressError(`The address names neither a region nor an endpoint; it must be ${form}`);
  if (!regionText.test(region)) throw new S3AddressError(`"${region}" is no name of a region`);
  return region;
}

function endpointOf(text: string): string {
  const url = URL.parse(text);
  const isPlain =
    url?.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  if (url === null || !/^https?:$/.test(url.protocol) || !isPlain) {
    const shown = text.replace(/^([^/]*\/\/).*@/, '$1…@');
    throw new S3AddressError(
      `The endpoint "${shown}" must be an http or https address without credentials and without a path`,
    );
  }
  return url.origin;
}
