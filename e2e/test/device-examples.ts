import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import type { DemoMarket } from '../src/demo-market.js';
import { allowDevice } from '../src/device-page.js';
import type { Platform } from '../src/platform.js';
import { ofEachLanguage, startExample, variablesOf } from '../src/portal-examples.js';

interface Scene {
  readonly platform: Platform;
  readonly market: DemoMarket;
  readonly folder: string;
}

/** Tests the examples of devices without a browser. All run at the same time, because they mostly wait. */
export function describeDevices(scene: () => Scene): void {
  it('device shows a code, and prints tokens when its user has allowed it, in each language', async () => {
    const { platform, market } = scene();
    const { AUTH_URL = '', USER_ID = '', USER_PASSWORD = '' } = variablesOf(await platform.caller(market.headOffice));
    const client = await platform.operate<{ client_id: string; client_secret: string }>([
      'client',
      'create',
      '--name',
      'Kitchen terminal',
      '--device-flow',
    ]);
    const variables = { AUTH_URL, CLIENT_ID: client.client_id, CLIENT_SECRET: client.client_secret };
    const records = await Promise.all(
      ofEachLanguage('device').map(async (name) => {
        const child = startExample(name, scene().folder, variables);
        const ended = once(child, 'exit');
        const output = text(child.stdout);
        let errors = '';
        for await (const piece of child.stderr.setEncoding('utf8')) {
          errors += piece;
          const [, page, code] = /^Open (\S+) and enter (\S+)\n$/.exec(errors) ?? [];
          if (page !== undefined && code !== undefined) await allowDevice(page, code, USER_ID, USER_PASSWORD);
        }
        const [exitCode] = await ended;
        expect([name, exitCode, errors]).toEqual([name, 0, expect.stringMatching(/^Open \S+ and enter \S+\n$/)]);
        return JSON.parse(await output) as unknown;
      }),
    );
    const record = { access_token: expect.any(String), refresh_token: expect.any(String) };
    expect(records).toMatchObject([record, record, record]);
  });
}
