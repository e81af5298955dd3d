import { type Envelope, type ErrorEntry, result } from '@trading-platform/domain-types';

/** Makes the envelope of a refused call, which is the whole body of the answer (Spec 2.2). */
export function refusalEnvelope(requestId: string, errors: readonly ErrorEntry[]): Envelope {
  return { request_id: requestId, result: result.error, error_list: [...errors] };
}

/** Makes the envelope of a successful call, followed by the fields of the answer. */
export function servedEnvelope(requestId: string, answer: object): Envelope {
  return { request_id: requestId, result: result.normal, error_list: [], ...answer };
}

/** Returns the text before and after the records in the answer of the get step. */
export function envelopeAround(requestId: string, arrayName: string): { head: string; tail: string } {
  const { head, tail } = fieldAround(requestId, arrayName);
  return { head: `${head}[`, tail: `]${tail}` };
}

/** Returns the text before and after a value that is already JSON, in an answer with this field. */
export function fieldAround(requestId: string, name: string): { head: string; tail: string } {
  const envelope = JSON.stringify(servedEnvelope(requestId, {}));
  return { head: `${envelope.slice(0, -1)},${JSON.stringify(name)}:`, tail: '}' };
}

const comma = Buffer.from(',');

/** Makes the complete body of a successful answer with a list whose elements are already JSON. */
export function renderedList(
  requestId: string,
  arrayName: string,
  elements: readonly Uint8Array[],
  fieldsAfter: object,
): Buffer {
  const { head } = envelopeAround(requestId, arrayName);
  const separated = elements.flatMap((element, index) => (index === 0 ? [element] : [comma, element]));
  return Buffer.concat([Buffer.from(head), ...separated, Buffer.from(`],${JSON.stringify(fieldsAfter).slice(1)}`)]);
}
