import 'reflect-metadata';
import { readVersion, runService } from '@trading-platform/service';
import { ApiModule } from './app.module.js';
import { apiSettings, readEnv } from './env.js';
import { configureHttp } from './http/configure-http.js';

const version = readVersion(new URL('../package.json', import.meta.url));

/** Runs the data API until it must stop. */
export async function startApi(): Promise<void> {
  await runService('api', () => {
    const env = readEnv();
    return { name: 'api', version, module: ApiModule.with(env), env, settings: apiSettings, ...configureHttp(env) };
  });
}
