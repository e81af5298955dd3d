import 'reflect-metadata';
import { readVersion, runService } from '@trading-platform/service';
import { AuthModule } from './app.module.js';
import { authSettings, readEnv } from './env.js';
import { configureHttp } from './http/configure-http.js';

const version = readVersion(new URL('../package.json', import.meta.url));

/** Runs the authentication server until it must stop. */
export async function startAuth(): Promise<void> {
  await runService('auth', () => {
    const env = readEnv();
    const quietRoutes = [`/${env.idpSegment}/oauth2/revocations`];
    return {
      name: 'auth',
      version,
      module: AuthModule.with(env),
      quietRoutes,
      env,
      settings: authSettings,
      ...configureHttp(env),
    };
  });
}
