import type { BodyPortion } from '@trading-platform/service';
import type { JudgedBody } from '@trading-platform/validation';

/**
 * A valid body whose bytes the handler passes on. The memory of the body remains in use until `release` is called or the call is
 * answered.
 */
export class PassedOnBody {
  readonly #portion: BodyPortion;
  #judged: Pick<JudgedBody, 'bytes' | 'digest'> | undefined;

  constructor(judged: Pick<JudgedBody, 'bytes' | 'digest'>, portion: BodyPortion) {
    this.#judged = judged;
    this.#portion = portion;
  }

  /** Returns the known fields as JSON. */
  bytes(): Uint8Array {
    return this.#held().bytes();
  }

  /** Returns the `requestDigest` of the known fields. */
  digest(): string {
    return this.#held().digest();
  }

  /** Releases the memory. The bytes cannot be read any more. */
  release(): void {
    this.#judged = undefined;
    this.#portion.free();
  }

  #held(): Pick<JudgedBody, 'bytes' | 'digest'> {
    if (this.#judged === undefined) throw new Error('The body was released');
    return this.#judged;
  }
}
