import 'reflect-metadata';
import { readVersion, runService } from '@trading-platform/service';
import { WorkerModule } from './app.module.js';
import { readEnv, workerSettings } from './env.js';

const version = readVersion(new URL('../package.json', import.meta.url));

/** Runs the worker until it must stop, and then hands its batches back. */
export async function startWorker(): Promise<void> {
  await runService('worker', () => {
    const env = readEnv();
    return { name: 'worker', version, module: WorkerModule.with(env), env, settings: workerSettings };
  });
}
