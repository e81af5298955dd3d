#!/usr/bin/env node
import { resolve } from 'node:path';
import { dayNumber, type ImportKind, isDate } from '@trading-platform/domain-types';
import { Command, InvalidArgumentError, Option } from 'commander';
import { files, generate, type Manifest } from './generate.js';
import { makeMarket } from './market/market.js';
import { largestMarket, marketSize, namedSizes } from './market/market-size.js';

const kinds = Object.keys(files) as ImportKind[];

/** The day is fixed, so that the same seed gives the same files at any time. */
const defaultToday = '2026-11-20';

interface Options {
  readonly out: string;
  readonly seed: number;
  readonly size: number;
  readonly master?: number;
  readonly trade?: number;
  readonly groups?: number;
  readonly today: number;
  readonly only: readonly ImportKind[];
  readonly json?: true;
}

const sizeNames = Object.entries(namedSizes)
  .map(([name, records]) => `${name} (${records} master records)`)
  .join(', ');

const program = new Command('demo-data')
  .description('Writes a believable Japanese food market as NDJSON import files; the same seed gives the same market.')
  .requiredOption('--out <folder>', 'folder for the files, made if missing')
  .option('--seed <number>', 'which market', wholeNumber(0, 2 ** 31 - 1), 1)
  .addOption(
    new Option('--size <size>', `how big: ${sizeNames}, or a number of master records`)
      .argParser(readSize)
      .default(namedSizes.small, 'small'),
  )
  .option('--master <number>', 'master records, instead of --size', wholeNumber(1, largestMarket))
  .option('--trade <number>', 'trade records, two for each slip (default: by size)', wholeNumber(0, largestMarket))
  .option('--groups <number>', 'restaurant groups (default: by size)', wholeNumber(1, 900))
  .addOption(
    new Option('--today <date>', 'the day on which the market is seen, yyyy-MM-dd')
      .argParser(readDay)
      .default(dayNumber(defaultToday), defaultToday),
  )
  .addOption(
    new Option('--only <kinds>', `files to write, comma-separated: ${kinds.join(', ')}`)
      .argParser(readKinds)
      .default(kinds, 'all'),
  )
  .option('--json', 'print the summary as JSON')
  .addHelpText(
    'after',
    `
Examples:
  demo-data --out data/demo
  demo-data --out /tmp/market --seed 7 --size medium --only members,master
  demo-data --out /tmp/big --master 1000000 --trade 0`,
  )
  .action(run);

async function run(options: Options): Promise<void> {
  const market = makeMarket(
    options.seed,
    marketSize({
      masterRecords: options.master ?? options.size,
      tradeRecords: options.trade,
      restaurantGroups: options.groups,
    }),
  );
  const started = performance.now();
  const folder = resolve(process.env.INIT_CWD ?? '.', options.out);
  const manifest = await generate(market, { folder, today: options.today, kinds: options.only });
  const seconds = (performance.now() - started) / 1_000;
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify({ folder, seconds, ...manifest })}\n`
      : summary(folder, seconds, manifest),
  );
}

function summary(folder: string, seconds: number, { files: written }: Manifest): string {
  const lines = written.map(({ file, records }) => `${file.padEnd(24)}${String(records).padStart(10)} lines\n`);
  return `${lines.join('')}in ${folder}, ${seconds.toFixed(1)} s\n`;
}

function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) {
      throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
    }
    return number;
  };
}

function readSize(text: string): number {
  if (Object.hasOwn(namedSizes, text)) return namedSizes[text as keyof typeof namedSizes];
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError(`Expected ${sizeNames}, or a number of master records.`);
  return wholeNumber(1, largestMarket)(text);
}

function readDay(text: string): number {
  if (!isDate(text)) throw new InvalidArgumentError('Expected a day that exists, yyyy-MM-dd.');
  return dayNumber(text);
}

function readKinds(text: string): ImportKind[] {
  const asked = text.split(',').map((kind) => kind.trim());
  const unknown = asked.find((kind) => !kinds.includes(kind as ImportKind));
  if (unknown !== undefined) throw new InvalidArgumentError(`Unknown kind ${unknown}; known: ${kinds.join(', ')}.`);
  return kinds.filter((kind) => asked.includes(kind));
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`demo-data: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
