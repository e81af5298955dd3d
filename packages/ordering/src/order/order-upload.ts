import {
  apiPaths,
  uploadCheckAnswer,
  uploadGetAnswer,
  uploadRequest,
  uploadRequestAnswer,
} from '@trading-platform/domain-types';
import type { DownloadCaller } from '../download/download-caller.js';

/** The input of an upload beside its orders. */
export interface OrderUploadCriteria {
  /** The member that owns the `upload_no`s and must see the buyers. */
  readonly memberCode: string;
  /** When the request was accepted, in epoch milliseconds: the send time of its orders. */
  readonly acceptedAt: number;
}

/** Order data upload (Spec 4.11): a batch whose records are the outcomes of its orders. */
export const orderUpload = {
  /** Stored on its batches: it never changes. */
  name: 'order-upload',
  title: 'Order data upload',
  paths: apiPaths.upload,
  request: uploadRequest,
  requestAnswer: uploadRequestAnswer,
  checkAnswer: uploadCheckAnswer,
  answer: uploadGetAnswer,
  arrayName: 'result_list',
  hasEffects: true,
  criteria: ({ memberCode }: DownloadCaller, acceptedAt: Date): OrderUploadCriteria => ({
    memberCode,
    acceptedAt: acceptedAt.getTime(),
  }),
} as const;
