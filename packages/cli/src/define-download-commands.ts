import { type Command, InvalidArgumentError, Option } from 'commander';
import { addConnectOptions } from './add-connect-options.js';
import type { DownloadOptions } from './commands/download.js';

/** The contract, as far as flags are made from it. */
type Contract = typeof import('@trading-platform/domain-types');

const descriptions = {
  master: 'Downloads product master and order master.',
  trade: 'Downloads slips.',
  nottrade: 'Downloads non-trading days.',
  orderclosing: 'Downloads order closing times.',
  businessholiday: 'Downloads lead-time non-counting days.',
  orderblock: 'Downloads order blocks.',
} as const;

type Name = keyof typeof descriptions;

/** One filter of a request: the contract's field, and the flag that carries it. */
interface Filter {
  readonly field: string;
  readonly flag: string;
  readonly attribute: string;
  readonly isList: boolean;
  readonly isRequired: boolean;
}

/**
 * `tpctl download …`: each field of a request is a flag, `food_cat_large_code` is `--food-cat-large-code` and
 * `member_code_list` is `--member-code`.
 *
 * @param contract without it, only the names of the downloads are known
 */
export function defineDownloadCommands(program: Command, contract: Contract | undefined): void {
  const download = program
    .command('download')
    .description('Requests a batch, waits for it and writes its records as NDJSON; callers of the platform use it.');
  if (contract === undefined) return;
  for (const name of Object.keys(descriptions) as Name[])
    addDownloadCommand(download, name, readFilters(contract, name));
}

function addDownloadCommand(download: Command, name: Name, filters: readonly Filter[]): void {
  const command = addConnectOptions(download.command(name))
    .description(descriptions[name])
    .option('--out <file>', 'where the records go; - is standard output', '-')
    .option('--batch-id <id>', 'read a batch that was requested before, instead of requesting one')
    .option('--records-per-get <number>', 'records fetched with one call', readCount)
    .option('--for-import', 'leave out batch_id, seq and create_date, so that tpctl import takes the file')
    .option('--json', 'print the summary as JSON');
  for (const filter of filters) addFilter(command, filter);
  command
    .addHelpText(
      'after',
      `\nExamples:\n  tpctl download ${name} --credentials caller.json --out ${name}.ndjson${exampleOptions[name]}`,
    )
    .action(async (options: DownloadOptions & Readonly<Record<string, unknown>>) =>
      (await import('./commands/download.js')).download(name, toRequest(options, filters), options),
    );
}

const exampleOptions: Readonly<Record<Name, string>> = {
  master: '\n  tpctl download master --food-cat-large-code 10 --member-code 10010101,10010102 | wc -l',
  trade: ' --target-date-set 2 --target-date-from 2026-11-01 --target-date-to 2026-11-14',
  nottrade: ' --member-code-seller 50000000',
  orderclosing: ' --member-code-seller 50000000',
  businessholiday: ' --member-code-seller 50000000',
  orderblock: ' --member-code-seller 50000000',
};

function addFilter(command: Command, { flag, field, isList, isRequired }: Filter): void {
  const option = new Option(`${flag} <value>`, isList ? `${field}, comma-separated or repeated` : field);
  if (isList) option.argParser(collectList);
  command.addOption(option.makeOptionMandatory(isRequired));
}

function readFilters(contract: Contract, name: Name): Filter[] {
  const requests = {
    master: contract.masterRequest,
    trade: contract.tradeRequest,
    nottrade: contract.nonTradingDayRequest,
    orderclosing: contract.orderClosingRequest,
    businessholiday: contract.businessHolidayRequest,
    orderblock: contract.orderBlockRequest,
  } as const;
  return requests[name].fields.flatMap((definition) => {
    const field = contract.nameOf(definition);
    if (field === 'response_type') return [];
    const inner = contract.isOptional(definition) ? definition.field : definition;
    const words = field.replace(/_list$/, '').split('_');
    return [
      {
        field,
        flag: `--${words.join('-')}`,
        attribute: words.map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join(''),
        isList: typeof inner !== 'string' && inner.type === 'codes',
        isRequired: !contract.isOptional(definition),
      },
    ];
  });
}

function toRequest(options: Readonly<Record<string, unknown>>, filters: readonly Filter[]): Record<string, unknown> {
  const entries = filters.map(({ field, attribute }) => [field, options[attribute]] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function collectList(value: string, former: readonly string[] = []): string[] {
  return [...former, ...value.split(',').map((element) => element.trim())].filter((element) => element !== '');
}

function readCount(text: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('Expected a number from 1 to 99999.');
  return Number(text);
}
