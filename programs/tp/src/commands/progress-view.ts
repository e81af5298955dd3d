import type { Progress } from '@trading-platform/client';
import { ProgressLine } from '@trading-platform/terminal';

/** One line for each phase of a batch: waiting, processing, fetching. */
export class ProgressView {
  #line = new ProgressLine(process.stderr);
  #phase: Progress['phase'] | undefined;

  readonly show = ({ batchId, phase, done, total, queuePosition }: Progress): void => {
    if (phase !== this.#phase) {
      // Each phase has its own speed, so the estimate of the remaining time begins again in each phase.
      this.#line.clear();
      this.#line = new ProgressLine(process.stderr);
      this.#phase = phase;
    }
    const share = total === undefined || total === 0 ? undefined : done / total;
    this.#line.show(
      phase === 'waiting' ? undefined : share,
      done,
      `records, ${this.#doing(phase, batchId, queuePosition)}`,
    );
  };

  clear(): void {
    this.#line.clear();
  }

  #doing(phase: Progress['phase'], batchId: string, queuePosition: number | undefined): string {
    if (phase === 'fetching') return 'fetching';
    if (phase === 'producing') return `batch ${batchId} is being made`;
    return queuePosition === undefined ? `batch ${batchId} waits` : `batch ${batchId} waits at place ${queuePosition}`;
  }
}
