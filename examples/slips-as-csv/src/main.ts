import { createInterface } from 'node:readline';
import { csvRow, tradeRecord } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';

/** The header fields of a slip, in the order of the contract. The lists of a slip would be separate tables. */
const fields = describedRecord(tradeRecord).fields.filter(({ of }) => of === undefined);

const print = (values: readonly string[]) => process.stdout.write(csvRow(values));

print(fields.map(({ ja }) => ja));
for await (const line of createInterface({ input: process.stdin })) {
  const slip = JSON.parse(line) as Record<string, string>;
  print(fields.map(({ name }) => slip[name] ?? ''));
}
