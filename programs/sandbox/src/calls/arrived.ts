import type { Call, CallKind, Service } from '../scenarios/call.js';

/** An incoming call. Its path lacks the parts that choose the service and the scenario. */
export interface Arrived {
  readonly service: Service;
  readonly method: string;
  /** Includes the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** The fields of a body that is a form or a JSON object. */
export function valuesOf({ headers, body }: Arrived): Readonly<Record<string, unknown>> {
  if (String(headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  }
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The purpose of a call, from its path, method and form. */
export function kindOf(call: Arrived, values: Readonly<Record<string, unknown>>): CallKind {
  const path = call.path.split('?', 1)[0] as string;
  if (call.service === 'push') return 'push';
  return call.service === 'auth' ? kindOfTokenCall(call, path, values) : kindOfDataCall(call, path);
}

/** What a call is about: updates, events or pushes. Undefined for a download. */
export function aboutOf({ path }: Arrived, kind: CallKind): Call['about'] {
  if (kind === 'push') return 'pushes';
  if (kind === 'events') return 'events';
  return /\/trade\/update\/\w+$/.test(path) ? 'updates' : undefined;
}

const kindOfGrant: Readonly<Record<string, CallKind>> = {
  refresh_token: 'reissue',
  authorization_code: 'exchange',
  client_credentials: 'login',
};

function kindOfTokenCall({ method }: Arrived, path: string, values: Readonly<Record<string, unknown>>): CallKind {
  if (method !== 'POST') return 'other';
  if (path.endsWith('/api/credentials/access_token')) return 'login';
  if (!path.endsWith('/oauth2/access_token')) return 'other';
  return kindOfGrant[String(values['grant_type'])] ?? 'other';
}

const kindOfStep: readonly (readonly [RegExp, 'GET' | 'POST', CallKind])[] = [
  [/\/request$/, 'POST', 'request'],
  [/\/(?:check|confirm)$/, 'POST', 'check'],
  [/\/get$/, 'POST', 'get'],
  [/\/batches\/\d+\/records$/, 'GET', 'records'],
  [/\/batches\/\d+\/removed$/, 'GET', 'removed'],
  [/\/batches\/\d+\/delivered$/, 'POST', 'delivered'],
  [/\/batches\/\d+$/, 'GET', 'batch'],
  [/\/(?:partner|ordermaster|deliveryplace|order)\/list$/, 'POST', 'list'],
  [/\/batches$/, 'GET', 'list'],
  [/\/events$/, 'GET', 'events'],
  [/\/(?:delivery\/shortest(?:\/explain)?|fc\/price)$/, 'POST', 'lookup'],
];

function kindOfDataCall({ method }: Arrived, path: string): CallKind {
  const found = kindOfStep.find(([shape, ofMethod]) => ofMethod === method && shape.test(path));
  return found?.[2] ?? 'other';
}

/** The batch number in a call's path or body. */
export function batchIdOf({ path }: Arrived, values: Readonly<Record<string, unknown>>): string | undefined {
  const inPath = /\/batches\/(\d{1,18})(?:[/?]|$)/.exec(path)?.[1];
  const inBody = values['batch_id'];
  return inPath ?? (typeof inBody === 'string' || typeof inBody === 'number' ? String(inBody) : undefined);
}

/** The client of a call, from its form or its access token. The token is read but not verified. */
export function clientIdOf({ headers }: Arrived, values: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof values['client_id'] === 'string') return values['client_id'];
  const [scheme = '', credentials = ''] = String(headers.authorization ?? '').split(' ', 2);
  if (scheme.toLowerCase() === 'basic') {
    return Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0];
  }
  try {
    const claims = JSON.parse(Buffer.from(credentials.split('.')[1] ?? '', 'base64url').toString('utf8')) as object;
    const { client_id: clientId } = claims as { client_id?: unknown };
    return typeof clientId === 'string' ? clientId : undefined;
  } catch {
    return undefined;
  }
}
