import { generateKeyPairSync } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { type FakePlatform, refusal, send } from '@trading-platform/client/testing';
import { freePort } from '@trading-platform/database/testing/postgres';
import { eachWithPlatform, type TpResult, type Workplace, withCredentials } from './run-tp.js';

let workplace: Workplace;
let platform: FakePlatform;
let url: string;

eachWithPlatform((scene) => {
  ({ platform, url, workplace } = scene);
});

const secrets = /secret|correct horse|access-\d|refresh-\d/;

function expectNoSecrets({ stdout, stderr }: TpResult): void {
  expect(stdout + stderr).not.toMatch(secrets);
}

describe('tp login with a password', () => {
  it('keeps tokens and client for the user only, and no password', async () => {
    const result = await workplace.tp(['login', ...withCredentials]);
    expect(result).toEqual({ code: 0, stdout: `Signed in as tanaka at ${url} (profile default)\n`, stderr: '' });
    expect(await workplace.read('config/profiles.json')).not.toContain('correct horse');
    for (const file of ['profiles.json', 'tokens-default.json']) {
      expect((await stat(workplace.path(`config/${file}`))).mode & 0o077).toBe(0);
    }
    expectNoSecrets(result);
  });

  it('lets further commands call without a word about who does, with the same tokens', async () => {
    await workplace.tp(['login', ...withCredentials]);
    const before = platform.callsTo('/access_token').length;
    expect(await workplace.tp(['download', 'master', '--out', 'master.ndjson'])).toMatchObject({ code: 0 });
    expect(platform.callsTo('/access_token')).toHaveLength(before);
    expect(platform.callsTo('/revoke')).toEqual([]);
    const who = await workplace.tp(['whoami']);
    expect(who.stdout).toMatch(/^user_id {5}tanaka\n/);
    expectNoSecrets(who);
  });

  it('takes the password from a file, from the environment, or from standard input', async () => {
    const given = ['--auth-url', url, '--api-url', url, '--client-id', 'erp', '--user-id', 'tanaka'];
    const env = { TRADING_PLATFORM_CLIENT_SECRET: 'secret' };
    await workplace.write('password.txt', 'correct horse\n');
    expect(await workplace.tp(['login', ...given, '--password-file', 'password.txt'], { env })).toMatchObject({
      code: 0,
    });
    expect(await workplace.tp(['login', ...given], { env, input: 'correct horse\n' })).toMatchObject({ code: 0 });
    const withPassword = { ...env, TRADING_PLATFORM_PASSWORD: 'correct horse' };
    expect(await workplace.tp(['login', ...given], { env: withPassword })).toMatchObject({ code: 0 });
    const wrong = await workplace.tp(['login', ...given], { env, input: 'wrong\n' });
    expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('User or password is wrong') });
  });
});

/** A user whose browser returns at once. The authorization page itself is covered by another test. */
async function signIn(redirectUri: string, answer: (state: string) => string | Promise<string>): Promise<TpResult> {
  let visited = false;
  return workplace.tp(['login', ...withCredentials, '--browser', '--redirect-uri', redirectUri], {
    env: { BROWSER: 'true' },
    onStart: (child) => {
      child.stderr?.on('data', (text: string) => {
        const page = /http:\S+\/oauth2\/authorize\S+/.exec(text)?.[0];
        if (page === undefined || visited) return;
        visited = true;
        const query = new URL(page).searchParams;
        expect(query.get('code_challenge_method')).toBe('S256');
        void Promise.resolve(answer(query.get('state') ?? '')).then((back) => fetch(`${redirectUri}?${back}`));
      });
    },
  });
}

const freeUri = async () => `http://localhost:${await freePort()}/callback`;

/** A machine may have no IPv6. */
const ownLoopback = ['127.0.0.1', '::1'].flatMap((address) =>
  Object.values(networkInterfaces()).some((own) => own?.some((each) => each.address === address))
    ? [address.includes(':') ? `[${address}]` : address]
    : [],
);

describe('tp login in the browser', () => {
  it('listens for the browser and exchanges its code, with PKCE', async () => {
    const issuer = encodeURIComponent(url);
    const result = await signIn(await freeUri(), (state) => `code=good-code&state=${state}&iss=${issuer}`);
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining('(profile default)') });
    const [exchange] = platform.callsTo('/oauth2/access_token');
    expect(exchange?.body).toMatchObject({ grant_type: 'authorization_code', code: 'good-code' });
    expect(exchange?.body['code_verifier']).toMatch(/^[\w-]{43}$/);
  });

  it('listens on each address of localhost that this machine has', async () => {
    const issuer = encodeURIComponent(url);
    const redirectUri = await freeUri();
    const statuses: number[] = [];
    await signIn(redirectUri, async (state) => {
      for (const host of ownLoopback) {
        const other = await fetch(redirectUri.replace('localhost', host).replace('/callback', '/other'));
        statuses.push(other.status);
      }
      return `code=good-code&state=${state}&iss=${issuer}`;
    });
    expect(statuses).toEqual(ownLoopback.map(() => 404));
  });

  it('refuses a callback that belongs to another sign-in', async () => {
    const result = await signIn(await freeUri(), () => 'code=good-code&state=another&iss=x');
    expect(result).toMatchObject({ code: 3, stderr: expect.stringContaining('another sign-in') });
    expect(platform.callsTo('/oauth2/access_token')).toEqual([]);
  });

  it.each(['https://example.com/callback', 'http://192.0.2.1/callback', 'callback'])(
    'refuses to listen on %s',
    async (uri) => {
      const args = ['login', ...withCredentials, '--browser', '--redirect-uri', uri];
      expect(await workplace.tp(args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('not an http address of this machine'),
      });
    },
  );
});

describe('tp login --device', () => {
  const env = { TRADING_PLATFORM_CLIENT_SECRET: 'secret' };
  const login = (...more: string[]) =>
    workplace.tp(['login', '--device', '--auth-url', url, '--api-url', url, '--client-id', 'erp', ...more], { env });

  it('shows the code and the page, waits, and saves a user without a password', async () => {
    platform.tokens.claims = { sub: 'tanaka', member_code: '10010001' };
    platform.tokens.deviceAnswers = ['authorization_pending', 'authorization_pending'];
    const result = await login();
    expect(result).toEqual({
      code: 0,
      stdout: `Signed in as tanaka of member 10010001 at ${url} (profile default)\n`,
      stderr: [
        'Open https://auth.example.com/device in a browser on any machine and enter this code:',
        '',
        '  WDJB-MJHT',
        '',
        'Or open https://auth.example.com/device?user_code=WDJB-MJHT and compare the code.',
        'The code lasts 10 minutes.',
        'Waiting …',
        '',
      ].join('\n'),
    });
    expect(await workplace.tp(['whoami'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^user_id {5}tanaka\n/),
    });
  });

  it.each([
    ['access_denied', 'Begin the sign-in again if this was a mistake.'],
    ['expired_token', 'Begin the sign-in again, and type its new code at once.'],
  ])('saves no profile after %s, and says what helps', async (error, advice) => {
    platform.tokens.deviceAnswers = [error];
    expect(await login()).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(advice) });
    expect((await workplace.tp(['profiles'])).stdout).not.toContain('default');
  });

  it.each([
    [['--client-credentials'], 'leave out --device'],
    [['--browser'], 'Name one of --browser and --device'],
    [['--password-file', 'password.txt'], 'leave out --password-file'],
  ])('refuses %j beside it', async (more, reason) => {
    expect(await login(...more)).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
    expect(platform.calls).toEqual([]);
  });
});

const ofService = () => ['--auth-url', url, '--api-url', url, '--client-id', 'nightly'];

describe('tp login --client-credentials', () => {
  const env = { TRADING_PLATFORM_CLIENT_SECRET: 'night-secret' };
  const login = (...more: string[]) =>
    workplace.tp(['login', '--client-credentials', ...ofService(), ...more], { env });

  it('signs a service account in, without a user, and remembers its kind', async () => {
    platform.tokens.claims = { member_code: '10000001', client_id: 'nightly', entitlements: ['master', 'batch'] };
    const result = await login();
    expect(result).toEqual({
      code: 0,
      stdout: `Signed in as service account nightly of member 10000001 at ${url} (profile default)\n`,
      stderr: '',
    });
    expect(platform.callsTo('/access_token').map(({ body }) => body)).toEqual([
      { grant_type: 'client_credentials', client_id: 'nightly', client_secret: 'night-secret' },
    ]);
    expect((await workplace.tp(['profiles'])).stdout).toMatch(/\ndefault +nightly +service account +http/);
    const who = await workplace.tp(['whoami']);
    expect(who.stdout).not.toContain('user_id');
    expect(who.stdout).toMatch(/\nkind {8}service account\nrights {6}master, batch\n/);
    expect(JSON.parse((await workplace.tp(['whoami', '--json'])).stdout)).toMatchObject({
      user_id: '',
      client_id: 'nightly',
      kind: 'service account',
      rights: ['master', 'batch'],
    });
    const doctor = await workplace.tp(['doctor']);
    expect(doctor).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /ok {2}token .*service account nightly of member 10000001, with the rights master, batch/,
      ),
    });
    expectNoSecrets(result);
    expectNoSecrets(who);
    expectNoSecrets(doctor);
  });

  it('lets further commands call with the saved token, and gets a new one by itself', async () => {
    await login();
    expect(await workplace.tp(['download', 'master', '--out', 'master.ndjson'])).toMatchObject({ code: 0 });
    expect(platform.callsTo('/access_token')).toHaveLength(1);
    platform.tokens.forgetAccessTokens();
    expect(await workplace.tp(['download', 'master', '--out', 'again.ndjson'])).toMatchObject({ code: 0 });
    expect(platform.callsTo('/access_token').map(({ body }) => body['grant_type'])).toEqual([
      'client_credentials',
      'client_credentials',
    ]);
  });

  it('may lack the right to list batches, which is no fault of the connection', async () => {
    await login();
    platform.disturbances.push(({ path }, response) => {
      if (!path.endsWith('/batches')) return false;
      send(response, 403, refusal('E100001', '', 'The client lacks the right batch.'));
      return true;
    });
    // The addresses of the services are called first.
    platform.disturbances.unshift(
      ...Array.from({ length: 2 }, () => (_call: unknown, response: ServerResponse) => {
        response.end();
        return true;
      }),
    );
    const doctor = await workplace.tp(['doctor']);
    expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining('ok  calls     the data API answers') });
    platform.disturbances.push((_call, response) => {
      send(response, 403, refusal('E100001', '', 'The client lacks the right list.'));
      return true;
    });
    expect(await workplace.tp(['partners'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('The client lacks the right list. (E100001)'),
    });
  });

  it('is signed out until it signs in again', async () => {
    await login();
    expect(await workplace.tp(['logout'])).toMatchObject({ code: 0 });
    expect(platform.callsTo('/revoke')[0]?.body['token']).toBe('access-1');
    expect(await workplace.tp(['whoami'])).toMatchObject({ code: 3 });
    expect(await workplace.tp(['login'])).toMatchObject({ code: 0 });
    expect(await workplace.tp(['whoami'])).toMatchObject({ code: 0, stdout: expect.stringContaining('nightly') });
  });

  it('signs with the key of a file instead of a secret of another source', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    await workplace.write('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    // The fake platform knows secrets only.
    expect(await login('--client-key', 'key.pem')).toMatchObject({ code: 3 });
    expect(Object.keys(platform.callsTo('/access_token')[0]?.body ?? {})).toEqual([
      'grant_type',
      'client_id',
      'client_assertion_type',
      'client_assertion',
    ]);
    expect(await login('--client-key', 'nowhere.pem')).toMatchObject({ code: 2 });
    expect(await login('--client-key', '-')).toMatchObject({ code: 2, stderr: expect.stringContaining('a file') });
  });

  it('says what helps a client that is no service account', async () => {
    const result = await workplace.tp(['login', '--client-credentials', ...withCredentials]);
    expect(result).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Ask the operator of the platform to make the client a service account'),
    });
    expectNoSecrets(result);
  });

  it.each([
    ['--user-id', 'tanaka'],
    ['--password-file', 'password.txt'],
    ['--browser', undefined],
  ])('does not go together with %s', async (option, value) => {
    expect(await login(option, ...(value === undefined ? [] : [value]))).toMatchObject({
      code: 2,
      stderr: `tp: A service account has no user: leave out ${option} or --client-credentials\n`,
    });
    expect(platform.calls).toEqual([]);
  });

  it('makes way for a user, and the reverse', async () => {
    await workplace.tp(['login', ...withCredentials]);
    await login();
    expect((await workplace.tp(['profiles'])).stdout).toMatch(/\ndefault +nightly +service account /);
    await workplace.tp(['login', ...withCredentials]);
    expect((await workplace.tp(['profiles'])).stdout).toMatch(/\ndefault +tanaka +erp +user /);
    expect(await workplace.tp(['whoami'])).toMatchObject({ code: 0, stdout: expect.stringContaining('tanaka') });
  });

  it.each(['variables', 'file'])('is not needed with a service account in %s', async (where) => {
    const account = { auth_url: url, api_url: url, client_id: 'nightly', client_secret: 'night-secret' };
    await workplace.write('nightly.json', JSON.stringify({ ...account, client_credentials: true }));
    const variables = {
      ...env,
      TRADING_PLATFORM_AUTH_URL: url,
      TRADING_PLATFORM_API_URL: url,
      TRADING_PLATFORM_CLIENT_ID: 'nightly',
      TRADING_PLATFORM_CLIENT_CREDENTIALS: '1',
    };
    // A file replaces the user of the variables.
    const user = { TRADING_PLATFORM_USER_ID: 'tanaka', TRADING_PLATFORM_PASSWORD: 'correct horse' };
    const result =
      where === 'file'
        ? await workplace.tp(['partners', '--credentials', 'nightly.json'], { env: user })
        : await workplace.tp(['partners'], { env: variables });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(platform.callsTo('/access_token')).toHaveLength(1);
    expect(platform.callsTo('/revoke')).toHaveLength(1);
  });
});

describe('profiles', () => {
  it('stand side by side, are listed without secrets, and are forgotten', async () => {
    await workplace.tp(['login', ...withCredentials]);
    await workplace.tp(['login', ...withCredentials, '--profile', 'test']);
    const list = await workplace.tp(['profiles']);
    expect(list.stdout).toMatch(
      /^PROFILE +USER_ID +CLIENT_ID +KIND +API_URL\ndefault +tanaka +erp +user .*\ntest +tanaka +erp /,
    );
    expectNoSecrets(list);
    expect(await workplace.tp(['logout', '--profile', 'test', '--forget'])).toMatchObject({ code: 0 });
    expect(platform.callsTo('/revoke')).toHaveLength(1);
    expect(await workplace.tp(['whoami', '--profile', 'test'])).toMatchObject({
      code: 2,
      stderr: 'tp: There is no profile test: tp login --profile test makes it\n',
    });
    expect(await workplace.tp(['whoami'])).toMatchObject({ code: 0 });
  });

  it('are signed in to again with the password only', async () => {
    await workplace.tp(['login', ...withCredentials]);
    await workplace.tp(['logout']);
    expect(await workplace.tp(['whoami'])).toMatchObject({ code: 3 });
    expect(await workplace.tp(['login'], { input: 'correct horse\n' })).toMatchObject({ code: 0 });
    expect(await workplace.tp(['whoami'])).toMatchObject({ code: 0 });
  });

  it('never hand their secret to another platform', async () => {
    await workplace.tp(['login', ...withCredentials]);
    const other = ['--auth-url', 'http://127.0.0.1:9', '--api-url', 'http://127.0.0.1:9'];
    expect(await workplace.tp(['login', ...other], { input: 'correct horse\n' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Missing: --client-id'),
    });
  });

  it('have names that are safe as file names', async () => {
    expect(await workplace.tp(['login', ...withCredentials, '--profile', '../x'])).toMatchObject({ code: 2 });
  });
});
