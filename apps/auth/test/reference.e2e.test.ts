import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { startService } from '@trading-platform/service';
import type { FastifyInstance } from 'fastify';
import { AuthModule } from '../src/app.module.js';
import { authSettings, readEnv } from '../src/env.js';
import { configureHttp } from '../src/http/configure-http.js';

interface Served {
  /** The routes of all handlers, such as `post /idp/oauth2/revoke`, with parameters in the notation of OpenAPI. */
  readonly routes: readonly string[];
  /** The routes in the server's own description, in the same notation. */
  readonly described: readonly string[];
}

/** The routes for people, operators and other services of the platform, which are not part of the interface for clients. */
const besides = ['get /', 'get /openapi.json', 'get /healthz', 'get /readyz', 'get /metrics'];

const endsBesides = [
  ...['security', 'password', 'reset', 'access'].map((page) => `/account/${page}`),
  '/device',
  '/oauth2/authorities',
];

/** Whether a route is not for clients. */
const isBeside = (route: string) => besides.includes(route) || endsBesides.some((end) => route.endsWith(end));

async function serve(settings: Readonly<Record<string, string>>): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'trading-platform-auth-'));
  const address = `sqlite:${join(folder, 'auth.sqlite')}`;
  const env = readEnv({
    AUTH_DATABASE_URL: address,
    AUTH_PORT: '0',
    HOST: '127.0.0.1',
    LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
    ...settings,
  });
  const http = configureHttp(env);
  const routes: string[] = [];
  const service = await startService({
    name: 'auth',
    version: '0.0.0',
    settings: authSettings,
    module: AuthModule.with(env),
    env,
    ...http,
    configure: (application) => {
      collectRoutes(application.getHttpAdapter().getInstance(), routes);
      return http.configure?.(application);
    },
  });
  const { paths } = (await (await fetch(`http://127.0.0.1:${service.port}/openapi.json`)).json()) as {
    paths: Readonly<Record<string, object>>;
  };
  await service.stop();
  await rm(folder, { recursive: true, force: true });
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  return { routes, described };
}

function collectRoutes(fastify: FastifyInstance, routes: string[]): void {
  fastify.addHook('onRoute', ({ method, url, onRequest }) => {
    if (onRequest !== undefined) return;
    const path = url.replace(/:(\w+)/g, '{$1}');
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push(`${one.toLowerCase()} ${path}`);
  });
}

describe('the reference', () => {
  it.each([
    ['without what can be switched on', {}],
    ['with OpenID Connect and a segment of its own', { OPENID_CONNECT: 'true', IDP_SEGMENT: 'sign-in' }],
    ['with the device flow', { DEVICE_FLOW: 'true' }],
  ])('describes every operation that there is, and no other, %s', async (_title, settings) => {
    const { routes, described } = await serve(settings);
    expect(described.toSorted()).toEqual(routes.filter((route) => !isBeside(route)).toSorted());
    expect(described.length).toBeGreaterThan(8);
  });
});
