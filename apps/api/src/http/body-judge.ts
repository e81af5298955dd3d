import { Injectable, type OnApplicationShutdown, type Type } from '@nestjs/common';
import { BodyRefused } from '@trading-platform/service';
import { type JudgedBody, judgeBody, UnreadableBodyError } from '@trading-platform/validation';
import { JudgingThread } from '@trading-platform/validation/threads';

/** Larger bodies are checked in a thread: the worst body of this size already blocks the event loop for some milliseconds. */
const hereAtMostBytes = 64 * 1024;

/** Parses and checks bodies: small ones at once, large ones in a thread, where they do not delay other calls. */
@Injectable()
export class BodyJudge implements OnApplicationShutdown {
  readonly #thread = new JudgingThread();

  /**
   * Do not use the bytes of the body afterwards: a large body is moved to the thread.
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
