import 'reflect-metadata';
import { runService } from '@trading-platform/service';
import { WorkerModule } from './app.module.js';
import { readEnv } from './env.js';

/** Runs the worker until it is told to stop; then it hands its batches back. */
export async function startWorker(): Promise<void> {
  await runService('worker', () => ({ name: 'worker', module: WorkerModule, env: readEnv() }));
}
