import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);
const built = (path: string) => fileURLToPath(new URL(`../../dist/${path}`, import.meta.url));

/** Starts and stops a service in a separate process, and reports which packages of OpenTelemetry were loaded. */
const program = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({
    load(url, context, next) {
      const [, name] = /node_modules\\/@opentelemetry\\/([^/]+)\\//.exec(url) ?? [];
      if (name !== undefined) loaded.add(name);
      return next(url, context);
    },
  });
  const { readSettings, serviceSettings, startService } = await import(process.argv[1]);
  class TestModule {}
  const env = { ...readSettings(serviceSettings, process.env), port: 0 };
  const service = await startService({ name: 'test', version: '0.0.0', module: TestModule, env, settings: serviceSettings });
  await service.stop();
  process.stdout.write(JSON.stringify([...loaded].sort()));
`;

async function loadedWith(settings: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program, built('index.js')], {
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'silent', ...settings },
  });
  return JSON.parse(stdout) as string[];
}

/** prom-client needs its interface. */
const always = ['api'];

it.each([
  ['by default', {}],
  ['where it is switched off', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_SDK_DISABLED: 'true' }],
])('nothing of OpenTelemetry is loaded %s', async (_when, settings) => {
  expect(await loadedWith(settings)).toEqual(always);
});

it('only one way to send is loaded where there is an address', async () => {
  const loaded = await loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
  expect(loaded).toEqual(expect.arrayContaining([...always, 'sdk-trace', 'exporter-trace-otlp-proto']));
  expect(loaded).not.toContain('exporter-trace-otlp-http');
});
