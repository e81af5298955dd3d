import 'reflect-metadata';
import { runService } from '@trading-platform/service';
import { AuthModule } from './app.module.js';
import { readEnv } from './env.js';
import { configureHttp } from './http/configure-http.js';

/** Runs the authentication server until it is told to stop. */
export async function startAuth(): Promise<void> {
  await runService('auth', () => {
    const env = readEnv();
    const quietRoutes = [`/${env.idpSegment}/oauth2/revocations`];
    return { name: 'auth', module: AuthModule.with(env), quietRoutes, env, ...configureHttp(env) };
  });
}
