import 'reflect-metadata';
import { readVersion, runService } from '@trading-platform/service';
import { ConsoleModule } from './app.module.js';
import { consoleSettings, readEnv } from './env.js';
import { configureHttp } from './http/configure-http.js';
import { liveSessionOf } from './session/session.guard.js';

const version = readVersion(new URL('../package.json', import.meta.url));

/** Runs the console until the process is asked to stop. */
export async function startConsole(): Promise<void> {
  await runService('console', () => {
    const env = readEnv();
    return {
      name: 'console',
      version,
      module: ConsoleModule,
      bodyCallerOf: (request) => liveSessionOf(request).session.memberCode,
      env,
      settings: consoleSettings,
      ...configureHttp(env),
    };
  });
}
