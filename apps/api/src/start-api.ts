import 'reflect-metadata';
import { runService } from '@trading-platform/service';
import { ApiModule } from './app.module.js';
import { readEnv } from './env.js';
import { configureHttp } from './http/configure-http.js';

/** Runs the data API until it is told to stop. */
export async function startApi(): Promise<void> {
  await runService('api', () => {
    const env = readEnv();
    return { name: 'api', module: ApiModule.with(env), env, ...configureHttp(env) };
  });
}
