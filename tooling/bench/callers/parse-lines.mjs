// The ceiling of everything that parses: the same records from a file, each parsed, nothing else. Prints how many there are.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

const [file = ''] = process.argv.slice(2);
let records = 0;
for await (const line of createInterface({ input: createReadStream(file) }))
  records += JSON.parse(line).seq === '' ? 0 : 1;
process.stdout.write(String(records));
