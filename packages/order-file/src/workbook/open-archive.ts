import { strFromU8, unzipSync } from 'fflate';
import { OrderFileError } from '../order-file-error.js';

/** The maximum size of all parts of a workbook that are read, unpacked. */
const largestPartsBytes = 128 * 1_024 * 1_024;

/** Reads parts of a workbook, and bounds the size of all parts that were read. */
export class WorkbookArchive {
  readonly #bytes: Uint8Array;
  #readBytes = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /**
   * Returns the texts of the parts with these names. No part becomes longer than the archive declares, whatever it
   * contains.
   *
   * @throws OrderFileError `large-workbook`, `broken-workbook`
   */
  parts(names: readonly string[]): ReadonlyMap<string, string> {
    let isTooLarge = false;
    try {
      const parts = unzipSync(this.#bytes, {
        filter: ({ name, originalSize }) => {
          if (!names.includes(name)) return false;
          this.#readBytes += originalSize;
          isTooLarge ||= this.#readBytes > largestPartsBytes;
          return !isTooLarge;
        },
      });
      if (!isTooLarge) return new Map(Object.entries(parts).map(([name, bytes]) => [name, strFromU8(bytes)]));
    } catch (cause) {
      throw new OrderFileError('broken-workbook', 'the archive of the workbook cannot be unpacked', { cause });
    }
    throw new OrderFileError('large-workbook', 'the unpacked workbook is larger than 128 MB');
  }
}
