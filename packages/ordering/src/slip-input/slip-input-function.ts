import type { RecordHead } from '../download/download-function.js';
import type { RecordSnapshot } from '../download/record-source.js';
import type { RenderedRecord } from '../download/rendered-record.js';
import { countElements } from './slip-input.js';

/** A function that takes orders or changes of slips, in the form that the batch engine requires. */
export interface SlipInputFunction<Criteria> {
  readonly name: string;
  readonly arrayName: string;
  readonly hasEffects: boolean;
  readonly recordHead: RecordHead;
  open(criteria: Criteria, signal: AbortSignal, input: Uint8Array): Promise<RecordSnapshot>;
}

/** Makes the function whose records are the results of the elements of its input, in their order (Spec 4.11). */
export function slipInputFunction<Criteria>(
  { name, arrayName, hasEffects }: Pick<SlipInputFunction<Criteria>, 'name' | 'arrayName' | 'hasEffects'>,
  resultsOf: (criteria: Criteria, input: Uint8Array, signal: AbortSignal) => AsyncIterable<readonly RenderedRecord[]>,
): SlipInputFunction<Criteria> {
  return {
    name,
    arrayName,
    hasEffects,
    recordHead: (_batch, seq) => `{"seq":"${seq}",`,
    open: async (criteria, signal, input) => ({
      instant: new Date(),
      count: async () => countElements(input),
      records: resultsOf(criteria, input, signal),
      close: async () => undefined,
    }),
  };
}
