import { ConsoleError } from './console-error.js';

/** Reads a whole number from a query. @throws ConsoleError `wrong-call` */
export function numberIn(name: string, text: unknown, least: number, most: number): number {
  const value = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new ConsoleError('wrong-call', `${name} must be a whole number from ${least} to ${most}`);
}
