import type { Service } from '../scenarios/call.js';
import { type Choice, choiceText, parseChoice } from '../scenarios/choice.js';

/** The destination of a call, from the first parts of its path. */
export interface Destination {
  readonly service: Service;
  /** Undefined if the path chooses no scenario. */
  readonly choice: Choice | undefined;
  /** The rest of the path, which goes to the service. */
  readonly path: string;
}

/** Addresses for the settings of a caller. */
export interface SandboxAddresses {
  readonly authUrl: string;
  /** Without the prefix of the data API. */
  readonly apiUrl: string;
  /** The address for an endpoint of events. Its messages are passed on to the receiver. */
  readonly pushUrl: string;
}

/**
 * Reads `/auth/…`, `/api/…` and `/push`, and the same paths after `/scenario/CHOICE`.
 *
 * @returns undefined for any other path
 * @throws ChoiceError
 */
export function readPath(url: string): Destination | undefined {
  const [, choice, service, path = ''] = /^(?:\/scenario\/([^/?]+))?\/(auth|api|push)(?=[/?]|$)(.*)$/.exec(url) ?? [];
  if (service === undefined) return undefined;
  return {
    service: service as Destination['service'],
    choice: choice === undefined ? undefined : parseChoice(decoded(choice)),
    path: service === 'push' ? '' : path.startsWith('/') ? path : `/${path}`,
  };
}

/** The addresses of a front, with or without a scenario. */
export function addressesAt(front: string, choice?: Choice): SandboxAddresses {
  const base = choice === undefined ? front : `${front}/scenario/${choiceText(choice)}`;
  return { authUrl: `${base}/auth`, apiUrl: `${base}/api`, pushUrl: `${base}/push` };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
