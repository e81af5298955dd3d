import { json } from 'node:stream/consumers';
import { RequestRefusedError, readRequest } from '@trading-platform/validation';
import { ShelfRequest } from './shelf-request.js';

const print = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);

try {
  const { value, ignoredFields } = readRequest(ShelfRequest, await json(process.stdin));
  print({ value, ignoredFields });
} catch (error) {
  if (!(error instanceof RequestRefusedError)) throw error;
  for (const refusal of error.errors) print(refusal);
  process.exitCode = 1;
}
