import { readFile } from 'node:fs/promises';
import { type Download, type DownloadName, PlatformClient, PlatformError } from '@trading-platform/client';
import { batchRecordFields } from '@trading-platform/domain-types';
import { callerPath, fileError } from '../caller-file.js';
import { CliError } from '../cli-error.js';
import { readCallerEnvironment, readServiceAddresses } from '../env.js';
import { interruptSignal } from '../interrupt-signal.js';
import { print, remark } from '../output.js';
import { ProgressLine } from '../progress-line.js';
import { readSecret } from '../read-secret.js';
import { writeLines } from '../write-lines.js';

export interface DownloadOptions {
  readonly out: string;
  readonly credentials?: string;
  readonly authUrl?: string;
  readonly apiUrl?: string;
  readonly clientId?: string;
  readonly userId?: string;
  readonly batchId?: string;
  readonly recordsPerGet?: number;
  readonly forImport?: true;
  readonly json?: true;
}

/** Downloads all records that a request selects, as NDJSON. */
export async function download(
  name: DownloadName,
  request: Readonly<Record<string, unknown>>,
  options: DownloadOptions,
): Promise<void> {
  const client = await connect(options);
  const signal = interruptSignal();
  const progress = new ProgressLine(process.stderr);
  try {
    const batch = (await client.download(name, request, {
      signal,
      batchId: options.batchId,
      recordsPerGet: options.recordsPerGet,
      acknowledge: 'by-caller',
      onCheck: ({ batchId }) => progress.show(undefined, 0, `records, batch ${batchId} is being made`),
    })) as Download<object>;
    await writeLines(options.out, linesOf(batch, options, progress));
    await acknowledge(batch, options);
    report(batch, options);
  } finally {
    progress.clear();
    // The tokens were for this download only. That they end is a courtesy, no condition of its success.
    await client.revoke().catch(() => undefined);
  }
}

/** What has been written for good is not delivered again. */
async function acknowledge(batch: Download<object>, { out }: DownloadOptions): Promise<void> {
  try {
    await batch.acknowledge();
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const where = out === '-' ? 'They have been written' : `They are in ${out}`;
    const how = `the same command with --batch-id ${batch.batchId} fetches and acknowledges them again`;
    throw new CliError('refused', `${error.message}. ${where}; ${how}.`, { cause: error });
  }
}

function report({ batchId, recordCount }: Download<object>, { out, json }: DownloadOptions): void {
  if (out === '-') {
    if (json === true) remark(JSON.stringify({ batch_id: batchId, record_count: recordCount }));
    return;
  }
  const text = `${recordCount} records of batch ${batchId} are in ${out}`;
  print({ json: { batch_id: batchId, record_count: recordCount, file: callerPath(out) }, text }, json === true);
}

async function* linesOf(
  batch: Download<object>,
  { forImport }: DownloadOptions,
  progress: ProgressLine,
): AsyncGenerator<Buffer> {
  let count = 0;
  for await (const text of batch.texts()) {
    yield forImport === true ? withoutBatchFields(text) : text;
    progress.show(++count / batch.recordCount, count, 'records');
  }
}

/** Turns a delivered record into a line of an import file. */
function withoutBatchFields(text: Buffer): Buffer {
  const fields = JSON.parse(text.toString('utf8')) as Record<string, unknown>;
  for (const name of batchRecordFields) delete fields[name];
  return Buffer.from(JSON.stringify(fields));
}

interface Access {
  readonly authUrl: string;
  readonly apiUrl: string;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly userId: string | undefined;
  readonly password: string | undefined;
}

/** What is missing after arguments, credentials file and environment is asked for, or refused where nobody can be asked. */
async function connect(options: DownloadOptions): Promise<PlatformClient> {
  const { idpSegment, apiPrefix, ...addresses } = readServiceAddresses();
  const access: Access = {
    clientId: undefined,
    clientSecret: undefined,
    userId: undefined,
    password: undefined,
    ...addresses,
    ...given(readCallerEnvironment()),
    ...given(options.credentials === undefined ? {} : await readCredentials(options.credentials)),
    ...given({ authUrl: options.authUrl, apiUrl: options.apiUrl, clientId: options.clientId, userId: options.userId }),
  };
  const clientId = required(access.clientId, '--client-id, TPCTL_CLIENT_ID');
  const userId = required(access.userId, '--user-id, TPCTL_USER_ID');
  const clientSecret =
    access.clientSecret ??
    (process.stdin.isTTY
      ? await readSecret('client secret')
      : required(undefined, 'TPCTL_CLIENT_SECRET (never an argument)'));
  const password = access.password ?? (await readSecret('password'));
  return new PlatformClient({
    authUrl: access.authUrl,
    apiUrl: access.apiUrl,
    clientId,
    clientSecret,
    userId,
    password,
    idpSegment,
    apiPrefix,
  });
}

function required(value: string | undefined, source: string): string {
  if (value !== undefined) return value;
  throw new CliError('usage', `Missing: ${source} or a --credentials file`);
}

/** Without what is absent, so that it does not hide what is there. */
function given<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** A credentials file is a JSON object with any of six keys; others are left alone. */
async function readCredentials(file: string): Promise<Partial<Access>> {
  const text = await readFile(callerPath(file), 'utf8').catch((error: unknown) => {
    throw fileError(file, error);
  });
  const values = parseObject(file, text);
  const read = (key: string) => (typeof values[key] === 'string' ? { value: values[key] } : {}) as { value?: string };
  return given({
    authUrl: read('auth_url').value,
    apiUrl: read('api_url').value,
    clientId: read('client_id').value,
    clientSecret: read('client_secret').value,
    userId: read('user_id').value,
    password: read('user_password').value,
  });
}

function parseObject(file: string, text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below, without repeating what may be a secret.
  }
  throw new CliError('input', `${file}: is not a JSON object`);
}
