import { CliError, oneLine, print, table } from '@trading-platform/terminal';
import { checkAddresses } from '../doctor/check-addresses.js';
import { checkBucket } from '../doctor/check-bucket.js';
import { checkDatabases, checkTables } from '../doctor/check-databases.js';
import { checkEvents } from '../doctor/check-events.js';
import { judgeGrowth, measure, readEarlier, type Sizes } from '../doctor/check-growth.js';
import { checkKeys } from '../doctor/check-keys.js';
import { checkFiles, checkSecretKey } from '../doctor/check-machine.js';
import { type Area, type Finding, good, trouble } from '../doctor/finding.js';
import { readDatabaseSettings, readPublicSettings } from '../env.js';

export interface DoctorOptions {
  readonly json?: true;
  /** The file with the output of an earlier run. */
  readonly earlier?: string;
}

/** Checks everything that a platform depends on, and says what to do. Changes nothing. */
export async function examine({ json, earlier }: DoctorOptions): Promise<void> {
  const settings = readDatabaseSettings();
  const former = earlier === undefined ? undefined : await readEarlier(earlier);
  let sizes: Sizes | undefined;
  const addresses = readPublicSettings();
  const { issuer } = addresses;
  const areas: readonly Area[] = [
    {
      check: 'program',
      remedy: '',
      run: async () => [
        good('Node', `tpctl runs on ${process.versions.node}`),
        checkSecretKey(settings.secretKey, issuer),
      ],
    },
    { check: 'tables', remedy: unreadable, run: () => checkTables(settings) },
    { check: 'databases', remedy: unreadable, run: () => checkDatabases(settings) },
    { check: 'files', remedy: 'Run: tpctl migrate', run: () => checkFiles(settings) },
    {
      check: 'disk',
      remedy: unreadable,
      run: async () => {
        const measured = await measure(settings);
        sizes = measured.sizes;
        return judgeGrowth(measured, former);
      },
    },
    {
      check: 'keys',
      remedy: 'Is AUTH_SECRET_KEY that of auth? During a change, set AUTH_FORMER_SECRET_KEY too',
      run: checkKeys,
    },
    { check: 'bucket', remedy: 'Compare BATCH_SEGMENTS and the keys with those of the worker', run: checkBucket },
    { check: 'events', remedy: unreadable, run: checkEvents },
    {
      check: 'addresses',
      remedy: 'Correct the address in the settings',
      run: () => checkAddresses(addresses),
    },
  ];
  const findings: Finding[] = [];
  for (const area of areas) findings.push(...(await outcomeOf(area)));
  const bad = findings.filter(({ state }) => state === 'bad').length;
  print(
    { json: { healthy: bad === 0, findings, ...(sizes !== undefined && { sizes }) }, text: toText(findings) },
    json === true,
  );
  if (bad > 0) throw new CliError('refused', `${bad} of ${findings.length} checks are bad`);
}

const unreadable = 'Does PostgreSQL run, and are the addresses those of the owner?';

async function outcomeOf({ check, remedy, ...area }: Area): Promise<readonly Finding[]> {
  try {
    return await area.run();
  } catch (error) {
    return [trouble(check, 'bad', `cannot be checked: ${oneLine((error as Error).message)}`, remedy)];
  }
}

function toText(findings: readonly Finding[]): string {
  const rows = findings.map(({ check, state, found }) => [state, check, found]);
  const todo = findings.flatMap(({ check, state, remedy }) =>
    remedy === undefined ? [] : [`${state}: ${check}: ${remedy}`],
  );
  return [table([['STATE', 'CHECK', 'FOUND'], ...rows]), ...todo].join('\n');
}
