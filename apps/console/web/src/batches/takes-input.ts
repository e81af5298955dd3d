import type { DownloadName, FunctionName } from '../../../wire/index.js';

/** Whether a function takes orders or updates of slips, each of which may be refused. All other functions are downloads. */
export function takesInput(name: FunctionName): name is Exclude<FunctionName, DownloadName> {
  return name === 'order-upload' || name === 'trade-update';
}
