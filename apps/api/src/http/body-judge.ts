import { Injectable, type OnApplicationShutdown, type Type } from '@nestjs/common';
import { errorCode } from '@trading-platform/domain-types';
import {
  type JudgedBody,
  jsonBounds,
  judgeBody,
  UnreadableBodyError,
  type UnreadableReason,
} from '@trading-platform/validation';
import { JudgingThread } from '@trading-platform/validation/threads';
import { ApiRefusal } from './api-refusal.js';

/** Larger bodies are judged in a thread: the worst body of this size already holds up the event loop for some milliseconds. */
const hereAtMostBytes = 64 * 1024;

const unreadableDetails: Readonly<Record<UnreadableReason, string | undefined>> = {
  'not-json': undefined,
  'too-deep': `The body is nested too deep: send arrays and objects in at most ${jsonBounds.depth} levels.`,
  'too-many-values': `The body holds too many values: send at most ${jsonBounds.values.toLocaleString('en')}.`,
};

/** Parses and judges bodies: small ones at once, large ones in a thread, where they do not hold up other calls. */
@Injectable()
export class BodyJudge implements OnApplicationShutdown {
  readonly #thread = new JudgingThread();

  /**
   * Do not use the bytes of the body afterwards: a large body moves to the thread.
   *
   * @throws ApiRefusal E700001, E900002
   */
  async judge(requestClass: Type<object>, body: Buffer, wantsDigest: boolean): Promise<JudgedBody> {
    try {
      if (body.length <= hereAtMostBytes) return judgeBody(requestClass, body);
      return await this.#thread.judge(requestClass, body, wantsDigest);
    } catch (error) {
      if (error instanceof UnreadableBodyError) throw unreadable(error);
      throw error;
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.#thread.close();
  }
}

function unreadable(error: UnreadableBodyError): ApiRefusal {
  const detail = unreadableDetails[error.reason];
  return ApiRefusal.of(errorCode.bodyUnreadable, { cause: error, ...(detail === undefined ? {} : { detail }) });
}
