import { Injectable, type OnApplicationShutdown, type Type } from '@nestjs/common';
import { BodyRefused } from '@trading-platform/service';
import { type JudgedBody, judgeBody, UnreadableBodyError } from '@trading-platform/validation';
import { JudgingThread } from '@trading-platform/validation/threads';

/**
 * The maximum size of a body that is checked in the main thread. A body of this size already blocks the event loop for some
 * milliseconds in the worst case.
 */
const hereAtMostBytes = 64 * 1024;

/**
 * Parses and checks bodies. Small bodies are checked at once, and large bodies are checked in another thread, so that they do not
 * delay other calls.
 */
@Injectable()
export class BodyJudge implements OnApplicationShutdown {
  readonly #thread = new JudgingThread();

  /**
   * The caller must not use the bytes of the body after this call, because a large body is moved to the other thread.
   *
   * @throws BodyRefused, ThreadUnavailableError
   */
  async judge(requestClass: Type<object>, body: Buffer, wantsDigest: boolean): Promise<JudgedBody> {
    try {
      if (body.length <= hereAtMostBytes) return judgeBody(requestClass, body);
      return await this.#thread.judge(requestClass, body, wantsDigest);
    } catch (error) {
      if (error instanceof UnreadableBodyError) throw new BodyRefused(error.reason, { cause: error });
      throw error;
    }
  }

  onApplicationShutdown(): Promise<void> {
    return this.#thread.close();
  }
}
