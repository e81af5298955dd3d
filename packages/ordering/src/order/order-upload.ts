import {
  apiPaths,
  uploadCheckAnswer,
  uploadGetAnswer,
  uploadRequest,
  uploadRequestAnswer,
} from '@trading-platform/domain-types';
import type { DownloadCaller } from '../download/download-caller.js';

/** The input of an upload, except its orders. */
export interface OrderUploadCriteria {
  /** The member that sends the upload. The sender owns the `upload_no`s, and must see the buyers. */
  readonly memberCode: string;
  /** The sending time of the orders, in epoch milliseconds, which is the time at which the request was accepted. */
  readonly acceptedAt: number;
}

/** Order data upload (Spec 4.11): a batch whose records are the results of the uploaded orders. */
export const orderUpload = {
  /** The name is stored with each batch, so it must never change. */
  name: 'order-upload',
  title: 'Order data upload',
  /** The right that its three steps need. */
  right: 'order',
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
