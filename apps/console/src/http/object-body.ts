import { ConsoleError } from './console-error.js';

/** Returns the JSON object in a request body. @throws ConsoleError `wrong-call` */
export function objectBody(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Readonly<Record<string, unknown>>;
  }
  throw new ConsoleError('wrong-call', 'The body must be a JSON object');
}
