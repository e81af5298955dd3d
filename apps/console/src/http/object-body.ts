import { ConsoleError } from './console-error.js';

/** The JSON object of a body. @throws ConsoleError `wrong-call` */
export function objectBody(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return body as Readonly<Record<string, unknown>>;
  }
  throw new ConsoleError('wrong-call', 'The body must be a JSON object');
}
