import { PlatformError } from '../errors/platform-error.js';
import type { ProxyAccess } from './proxy.js';

/** An answer that comes from a proxy and not from the platform. */
export interface ProxyAnswer {
  readonly status: number;
  readonly statusText: string;
  /** `Proxy-Authenticate` */
  readonly challenge: readonly string[] | string | undefined;
}

export const proxyAsksForUser = 407;

/** A proxy's refusal is final, unless the proxy itself failed (RFC 9110 §15.6). */
export function proxyRefusal(proxy: ProxyAccess, answer: ProxyAnswer, target: string): PlatformError {
  const { address, variable } = proxy;
  const named = `The proxy ${address} (${variable})`;
  const said = `${answer.status} ${answer.statusText}`.trim();
  if (answer.status === proxyAsksForUser) {
    const what =
      proxy.authorization === undefined ? 'asks for a user and a password' : 'does not take this user and password';
    return new PlatformError('settings-wrong', `${named} ${what} (${said})`, {
      advice: signInAdvice(variable, answer.challenge),
    });
  }
  const code = answer.status >= 500 ? 'unavailable' : 'settings-wrong';
  return new PlatformError(code, `${named} does not connect to ${target} (${said})`, {
    advice: 'Ask the operator of the proxy to allow this address, or add hosts that need no proxy to NO_PROXY.',
  });
}

/** @returns the error of an aborted call unchanged */
export function proxyUnreachable({ address, variable }: ProxyAccess, error: NodeJS.ErrnoException): Error {
  if (error.name === 'AbortError') return error;
  return new PlatformError(
    'unavailable',
    `The proxy ${address} (${variable}) cannot be reached: ${error.message || error.code}`,
    {
      advice: `Check ${variable}, and whether the proxy runs.`,
      cause: error,
    },
  );
}

function signInAdvice(variable: string, challenge: ProxyAnswer['challenge']): string {
  const schemes = [challenge ?? []].flat().join(', ');
  if (schemes !== '' && !/\bbasic\b/i.test(schemes)) {
    return `It takes ${oneScheme(schemes)} only, and this program signs in with Basic: name another proxy.`;
  }
  return `Write http://USER:PASSWORD@HOST:PORT into ${variable}.`;
}

/** Names of the schemes, without their parameters. */
function oneScheme(challenges: string): string {
  return (
    [...challenges.matchAll(/(?:^|, ?)([a-z]{1,20})(?=[ ,]|$)/gi)].map(([, name]) => name).join(' or ') || 'another way'
  );
}
