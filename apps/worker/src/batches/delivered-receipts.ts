import { BatchError, findReceipts, type ReceiptStores } from '@trading-platform/batch-engine';
import {
  type DeliveredPlace,
  type DeliveredVersion,
  DeliveredVersions,
  type DownloadCaller,
  deliveringFunction,
  parseReceipt,
} from '@trading-platform/ordering';

/** Uses the receipts of records to find the versions of slips that trade downloads have delivered. */
export class DeliveredReceipts extends DeliveredVersions {
  constructor(private readonly stores: Promise<ReceiptStores>) {
    super();
  }

  async find(caller: DownloadCaller, places: readonly DeliveredPlace[]): Promise<readonly DeliveredVersion[]> {
    const found = new Map<DeliveredPlace, DeliveredVersion>();
    for (const [batchId, ofBatch] of Map.groupBy(places, (place) => place.batchId)) {
      // oxlint-disable-next-line no-await-in-loop
      const versions = await this.#versionsIn(caller, batchId, ofBatch);
      for (const [index, place] of ofBatch.entries()) found.set(place, versions[index]!);
    }
    return places.map((place) => found.get(place)!);
  }

  async #versionsIn(
    { memberCode, clientId }: DownloadCaller,
    batchId: string,
    places: readonly DeliveredPlace[],
  ): Promise<readonly DeliveredVersion[]> {
    const seqs = places.map(({ seq }) => seq);
    const batch = { memberCode, clientId, functionName: deliveringFunction, batchId };
    try {
      const receipts = await findReceipts(await this.stores, { ...batch, seqs, now: Date.now() });
      return seqs.map((seq) => {
        const receipt = receipts.get(seq);
        return receipt === undefined ? 'beyond' : parseReceipt(receipt);
      });
    } catch (error) {
      if (!(error instanceof BatchError) || error.code === 'range-invalid') throw error;
      return seqs.map(() => (error.code === 'not-finished' ? 'not-finished' : 'unknown-batch'));
    }
  }
}
