import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, it } from '@jest/globals';
import { type BatchEngine, isFinal } from '../src/index.js';
import { letters, owner, until } from './a-download.js';
import { describeStoredStorages } from './describe-storages.js';
import { anEngine, endProcess, expectWhole, workerProcesses } from './faults.js';

/** Returns a generator of numbers that look random and are the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}

/**
 * Kills workers, or makes them hand back their batches, at random moments while batches are running. Some batches are also
 * cancelled. In the end, every batch that was not cancelled must be complete.
 */
export function describeKilledWorkers(rounds: number, timeoutMs: number): void {
  describeStoredStorages(`workers killed ${rounds} times`, (open) => {
    const workers = workerProcesses();
    let engine: BatchEngine;
    afterEach(() => engine.close());

    const stateOf = async (batchId: string) => (await engine.details({ ...owner, batchId })).state;

    it.each([11])(
      'lose nothing and double nothing (seed %d)',
      async (seed) => {
        const random = seeded(seed);
        const storage = await open();
        engine = anEngine(storage);
        const settings = { runningPerMember: 3 };
        const running = [
          await workers.start(storage.address, settings),
          await workers.start(storage.address, settings),
        ];
        const batches = new Map<string, number>();
        for (let round = 0; round < rounds; round++) {
          const count = 1 + Math.floor(random() * 2000);
          const { batchId } = await engine.request({ ...letters, criteria: { count, pauseMs: 5 + random() * 10 } });
          batches.set(batchId, count);
          await sleep(random() * 400);
          const victim = Math.floor(random() * running.length);
          await endProcess(running.at(victim)!, random() < 0.3 ? 'SIGTERM' : 'SIGKILL');
          const cancelled = random() < 0.2 ? await engine.cancel({ ...owner, batchId }) : undefined;
          if (cancelled !== undefined) batches.delete(batchId);
          running[victim] = await workers.start(storage.address, settings);
        }
        for (const [batchId, count] of batches) {
          await until(async () => isFinal(await stateOf(batchId)), timeoutMs / 2);
          await expectWhole(engine, batchId, count);
        }
      },
      timeoutMs,
    );
  });
}
