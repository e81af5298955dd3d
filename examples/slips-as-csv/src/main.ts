import { createInterface } from 'node:readline';
import { csvRow, tradeRecord } from '@trading-platform/domain-types';
import { describedRecord } from '@trading-platform/domain-types/meanings';

/** The fields of a slip's header, in the order of the contract; its lists would be tables of their own. */
const fields = describedRecord(tradeRecord).fields.filter(({ of }) => of === undefined);

const print = (values: readonly string[]) => process.stdout.write(csvRow(values));

print(fields.map(({ ja }) => ja));
for await (const line of createInterface({ input: process.stdin })) {
  const slip = JSON.parse(line) as Record<string, string>;
  print(fields.map(({ name }) => slip[name] ?? ''));
}
