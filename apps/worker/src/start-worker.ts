import 'reflect-metadata';
import { runService } from '@trading-platform/service';
import { WorkerModule } from './app.module.js';
import { readEnv } from './env.js';

/** Runs the worker until it is told to stop; then it hands its batches back. */
export async function startWorker(): Promise<void> {
  await runService('worker', () => {
    const env = readEnv();
    return { name: 'worker', module: WorkerModule.with(env), ...env };
  });
}
