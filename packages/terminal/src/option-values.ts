import { InvalidArgumentError } from 'commander';

/** Reads an option that is a whole number of at least 1. */
export function readCount(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of at least 1.');
  return Number(text);
}

/** Collects the values of a repeated option. */
export function collect(value: string, former: readonly string[] = []): string[] {
  return [...former, value];
}
