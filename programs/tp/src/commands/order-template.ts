import { replaceFile } from '@trading-platform/files';
import { csvTemplate, workbookTemplate } from '@trading-platform/order-file';
import { orderForm } from '@trading-platform/order-file/form';
import { CliError, callerPath, fileError, print } from '@trading-platform/terminal';

/** Writes an empty table for orders: an Excel workbook or a CSV file, by the extension of the file. */
export async function writeOrderTemplate(
  file: string,
  { japanese, json }: { readonly japanese?: true; readonly json?: true },
): Promise<void> {
  const make = { xlsx: workbookTemplate, csv: csvTemplate }[/\.(xlsx|csv)$/i.exec(file)?.[1]?.toLowerCase() ?? ''];
  if (make === undefined) throw new CliError('usage', `${file}: a template is an .xlsx or a .csv file`);
  try {
    await replaceFile(callerPath(file), await make(orderForm, japanese === true ? 'ja' : 'en'));
  } catch (error) {
    throw fileError(file, error);
  }
  const text = `${file} is written. Each row is one order line; successive rows with the same upload_no are one order.`;
  print({ json: { file }, text }, json === true);
}
