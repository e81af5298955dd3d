import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number from 1 on. */
export function readCount(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected a whole number from 1 on.');
  return Number(text);
}
