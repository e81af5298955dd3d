import {
  apiPaths,
  uploadCheckAnswer,
  uploadGetAnswer,
  uploadRequest,
  uploadRequestAnswer,
} from '@trading-platform/domain-types';
import { type ErrorLanguage } from '@trading-platform/domain-types/error-texts';
import { type SlipActor, type SlipCaller, slipActor } from '../history/slip-change.js';

/** The input of an upload, except its orders. */
export interface OrderUploadCriteria {
  /** The member that sends the upload. The sender owns the `upload_no`s, and must see the buyers. */
  readonly memberCode: string;
  /** The sending time of the orders, in epoch milliseconds, which is the time at which the request was accepted. */
  readonly acceptedAt: number;
  /** The sender, for the histories of the slips. Absent in batches that were requested before histories existed. */
  readonly by?: SlipActor;
  /** The language of the errors in the results. Absent for English, and in batches that were requested before. */
  readonly language?: ErrorLanguage;
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
  criteria: (caller: SlipCaller, acceptedAt: Date, language: ErrorLanguage = 'en'): OrderUploadCriteria => ({
    memberCode: caller.memberCode,
    acceptedAt: acceptedAt.getTime(),
    by: slipActor(caller),
    ...(language !== 'en' && { language }),
  }),
} as const;
