import { type DownloadName, downloads } from '@trading-platform/domain-types';
import { madeBy } from './class-origin.js';
import { requestFields } from './request-fields.js';

/**
 * The request class of a download (Spec 4.7, 4.8, 4.10). Call it once, because every call makes a new class.
 *
 * @param maxPeriodDays longest period of a trade download in days, both ends counted; any period if it is undefined
 */
export function downloadRequest<const Name extends DownloadName>(name: Name, maxPeriodDays?: number) {
  const requestClass = requestFields<(typeof downloads)[Name]['request']>(downloads[name].request, maxPeriodDays);
  return madeBy('downloadRequest', [name, maxPeriodDays], requestClass);
}
