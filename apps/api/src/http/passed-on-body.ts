import type { BodyPortion } from '@trading-platform/service';
import type { JudgedBody } from '@trading-platform/validation';

/** A valid body whose handler passes its bytes on. Its memory stays in use until it is released, or the call is answered. */
export class PassedOnBody {
  readonly #portion: BodyPortion;
  #judged: Pick<JudgedBody, 'bytes' | 'digest'> | undefined;

  constructor(judged: Pick<JudgedBody, 'bytes' | 'digest'>, portion: BodyPortion) {
    this.#judged = judged;
    this.#portion = portion;
  }

  /** The known fields as JSON. */
  bytes(): Uint8Array {
    return this.#held().bytes();
  }

  /** `requestDigest` of the known fields. */
  digest(): string {
    return this.#held().digest();
  }

  /** Releases the memory, because the bytes are no longer needed. */
  release(): void {
    this.#judged = undefined;
    this.#portion.free();
  }

  #held(): Pick<JudgedBody, 'bytes' | 'digest'> {
    if (this.#judged === undefined) throw new Error('The body was released');
    return this.#judged;
  }
}
