import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, it } from '@jest/globals';
import { type ExampleScene, ofEachLanguage, startExample, variablesOf } from '../src/portal-examples.js';
import { SignInForm } from '../src/sign-in-form.js';

/** Tests the examples of devices without a browser. All run at the same time, because they mostly wait. */
export function describeDevices(scene: () => ExampleScene): void {
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
          if (page !== undefined && code !== undefined)
            await allow(page, code, { user_id: USER_ID, user_password: USER_PASSWORD });
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

/** Types the code of a device on its page, signs in, and allows the device. */
async function allow(address: string, code: string, account: Readonly<Record<string, string>>): Promise<void> {
  const form = await SignInForm.open(address);
  await form.send({ user_code: code, decision: 'code' });
  await form.send({ ...account, decision: 'sign-in' });
  await form.send({ decision: 'allow' });
}
