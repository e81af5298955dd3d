import {
  apiPaths,
  batchCheckAnswer,
  batchCheckRequest,
  batchDeliveredRequest,
  batchGetRequest,
  batchRequestAnswer,
  deliveryDateAnswer,
  deliveryDateRequest,
  envelope,
  fcPriceAnswer,
  fcPriceRequest,
} from '@trading-platform/domain-types';
import { batchAnswer, batchCancelAnswer, batchListAnswer } from '../batches/batch-record.js';
import { deliveryExplanationAnswer } from '../delivery/delivery-explanation.js';
import type { DownloadFeature } from '../download/download-feature.js';
import { downloadFeatures } from '../download/download-features.js';
import type { DescribedRecord } from './described-record.js';

/** One call of the data API, as the reference shows it. */
export interface Operation {
  readonly method: 'get' | 'post' | 'delete';
  /** After the prefix; parameters in braces. */
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly request?: DescribedRecord;
  readonly answer: DescribedRecord;
  /** Of an answer that is not JSON. */
  readonly mediaType?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Every call of the data API, in the order of the contract. */
export function operations(): readonly Operation[] {
  return [...lookups, ...downloadFeatures.flatMap(stepsOf), ...batchOperations];
}

const lookups: readonly Operation[] = [
  {
    method: 'post',
    path: apiPaths.deliveryDate,
    group: 'Shortest delivery date',
    summary: 'The earliest day on which each product can be delivered',
    request: deliveryDateRequest,
    answer: deliveryDateAnswer,
  },
  {
    method: 'post',
    path: `${apiPaths.deliveryDate}/explain`,
    group: 'Shortest delivery date',
    summary: 'The same, and step by step which rule moved each date',
    request: deliveryDateRequest,
    answer: deliveryExplanationAnswer,
  },
  {
    method: 'post',
    path: apiPaths.fcPrice,
    group: 'FC price',
    summary: 'The price that a franchise store pays for each product',
    request: fcPriceRequest,
    answer: fcPriceAnswer,
  },
];

const preferences = {
  Prefer: 'delivery=acknowledged: records count as downloaded only once they are acknowledged (Preference-Applied)',
};

function stepsOf({ paths, reference }: DownloadFeature): readonly Operation[] {
  const step = { method: 'post', group: reference.title } as const;
  const check = {
    ...step,
    summary: 'Ask whether the batch is finished (batch_flg 3) and how many records it has',
    request: batchCheckRequest,
    answer: batchCheckAnswer,
  };
  return [
    {
      ...step,
      path: paths.request,
      summary: 'Request a batch; an Idempotency-Key header makes repeats answer the first one',
      request: reference.request,
      answer: batchRequestAnswer,
    },
    { ...check, path: paths.check },
    { ...check, path: paths.confirm },
    {
      ...step,
      path: paths.get,
      summary: 'Get the records seq_from to seq_to, both included',
      request: batchGetRequest,
      answer: reference.answer,
      headers: preferences,
    },
  ];
}

const group = 'Batches';
const batchOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/batches',
    group,
    summary: 'The own batches, newest first',
    answer: batchListAnswer,
    query: { limit: 'Most batches of one answer, 1 to 1000; 100 if absent', cursor: 'next_cursor of the page before' },
  },
  { method: 'get', path: '/batches/{batch_id}', group, summary: 'Everything about one batch', answer: batchAnswer },
  {
    method: 'delete',
    path: '/batches/{batch_id}',
    group,
    summary: 'Cancel an unfinished batch, discard a finished one',
    answer: batchCancelAnswer,
  },
  {
    method: 'get',
    path: '/batches/{batch_id}/records',
    group,
    summary: 'The records as NDJSON, one a line; honours If-None-Match',
    answer: envelope,
    mediaType: 'application/x-ndjson',
    query: { seq_from: 'The first record wanted; 1 if absent', seq_to: 'The last one; the last of all if absent' },
    headers: preferences,
  },
  {
    method: 'post',
    path: '/batches/{batch_id}/delivered',
    group,
    summary: 'Acknowledge the records seq_from to seq_to, both included: slips count as downloaded; may be repeated',
    request: batchDeliveredRequest,
    answer: envelope,
  },
];
