import type { UploadOrder } from '@trading-platform/domain-types';
import {
  defectWords,
  fittingOf,
  largestFileBytes,
  markedDefects,
  type OrderDefect,
  OrderFileError,
  openOrderFile,
  orderDefects,
  type Reading,
  type ReadOrders,
  readOrders,
} from '@trading-platform/order-file';
import { orderForm } from '@trading-platform/order-file/form';
import { CliError, confirmed, openInput, remark } from '@trading-platform/terminal';

export interface OrderFileOptions {
  readonly checkOnly?: true;
  readonly yes?: true;
}

/** The orders of a file, as they will be sent. */
export interface FileOrders {
  readonly orders: readonly UploadOrder[];
  readonly checkOnly: boolean;
}

/** The maximum number of defects or different readings that are printed. */
const mostLines = 50;
/** The maximum number of lines that are named for one reading. */
const namedLines = 5;

/**
 * Reads a file of orders. If a value of a table is read differently from how it is written, it is shown, and it is sent
 * only if the user agrees.
 *
 * @throws CliError `input` if the file cannot be read, after its defects were printed; `interrupted` if the user declines
 */
export async function readOrderFile(argument: string, options: OrderFileOptions): Promise<FileOrders> {
  const name = argument === '-' ? 'standard input' : argument;
  const file = await openOrderFile(await bytesOf(argument, name), name).catch((error: unknown) => {
    throw error instanceof OrderFileError ? new CliError('input', unusable(name, error), { cause: error }) : error;
  });
  const read = readOrders(file, orderForm);
  const checkOnly = options.checkOnly === true || read.isCheckOnly;
  // The platform judges orders that a program has written as JSON.
  const defects = file.format === 'json' ? read.defects : orderDefects(read, orderForm);
  if (defects.length > 0) throw new CliError('input', defectText(name, defects, read));
  showReadings(read);
  const isUnsure = read.readings.length > 0 || read.numberFields.length > 0;
  if (isUnsure && !checkOnly && options.yes !== true) await agree();
  return { orders: read.orders as readonly UploadOrder[], checkOnly };
}

async function bytesOf(argument: string, name: string): Promise<Uint8Array> {
  const { stream } = await openInput(argument);
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of stream as AsyncIterable<Uint8Array>) {
    length += piece.length;
    if (length > largestFileBytes) throw new CliError('input', `${name}: is larger than 16 MB: divide it`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function unusable(name: string, { code, message }: OrderFileError): string {
  const remedy = code === 'large-workbook' ? 'copy the orders into the template' : 'save it as .xlsx, CSV or JSON';
  return `${name}: ${message}: ${remedy}`;
}

/** One defect becomes the message. Several defects are printed before it. */
function defectText(name: string, defects: readonly OrderDefect[], { places }: ReadOrders): string {
  const texts = markedDefects(defects, places).map(({ defect, line, column }) => {
    const words = defectWords.en[defect.kind](fittingOf(defect, 'en'));
    return `${line === undefined ? '' : `line ${line}: `}${column === '' ? '' : `${column} `}${words}`;
  });
  if (texts.length === 1) return `${name}: ${texts[0]}`;
  for (const text of texts.slice(0, mostLines)) remark(text);
  if (texts.length > mostLines) remark(`and ${texts.length - mostLines} more`);
  return `${name}: has ${texts.length} defects, so nothing was sent`;
}

function showReadings({ readings, numberFields }: ReadOrders): void {
  const groups = [...Map.groupBy(readings, ({ field, written }) => `${field} ${written}`).values()];
  for (const group of groups.slice(0, mostLines)) remark(readingText(group));
  if (groups.length > mostLines) remark(`and ${groups.length - mostLines} more readings`);
  for (const field of numberFields) {
    remark(`${field}: the workbook keeps these codes as numbers, without leading zeros. Format the column as text.`);
  }
}

function readingText(group: readonly Reading[]): string {
  const lines = group.slice(0, namedLines).map(({ line }) => line);
  const more = group.length > namedLines ? ` and ${group.length - namedLines} more` : '';
  const { field, written = '', read } = group[0] ?? {};
  return `line ${lines.join(', ')}${more}: ${field} ${JSON.stringify(written)} is read as ${read}`;
}

async function agree(): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new CliError('input', 'Values are read otherwise than written, so nothing was sent: --yes sends them');
  }
  if (!(await confirmed('Send the orders as they were read?'))) throw new CliError('interrupted', 'nothing was sent');
}
