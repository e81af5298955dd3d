import { generateKeyPairSync, hash, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { rights } from '@trading-platform/domain-types';
import { aMember, Workplace } from './run-tpctl.js';

let workplace: Workplace;

beforeEach(async () => {
  workplace = await Workplace.make();
});

afterEach(() => workplace.remove());

/** Writes a file with a key of a client. */
async function fileOf(key: KeyObject): Promise<string> {
  const file = join(workplace.folder, 'keys.json');
  await writeFile(file, JSON.stringify({ keys: [{ ...key.export({ format: 'jwk' }), kid: 'one' }] }));
  return file;
}

describe('tpctl client create', () => {
  it('prints the id and, once, the secret', async () => {
    const args = ['client', 'create', '--name', '厨房 ERP', '--redirect-uri', 'https://erp.example.com/callback'];
    const { code, stdout, stderr } = await workplace.tpctl([...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      client_id: expect.stringMatching(/^[\w-]{20}$/),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      name: '厨房 ERP',
      redirect_uris: ['https://erp.example.com/callback'],
      rights,
    });
    const forPeople = await workplace.tpctl(args);
    expect(forPeople.stdout).toMatch(/^client_id {6}\S+\nclient_secret {2}\S+\nThe secret is shown only now/);
  });

  it.each([
    ['without a name', [], /^tpctl: required option '--name <name>' not specified\n$/],
    [
      'with an address that is not https',
      ['--name', 'x', '--redirect-uri', 'http://a.example/cb'],
      /^tpctl: [^\n]*https[^\n]*\n$/,
    ],
    [
      'with an unknown option',
      ['--name', 'x', '--nmae', 'x'],
      /^tpctl: unknown option '--nmae' \(Did you mean --name\?\)\n$/,
    ],
  ])('refuses one %s', async (_name, args, message) => {
    expect(await workplace.tpctl(['client', 'create', ...args])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });
});

describe('an existing client', () => {
  interface ClientJson {
    readonly client_id: string;
    readonly client_secret: string;
  }

  async function aClient(): Promise<ClientJson> {
    const { stdout } = await workplace.tpctl(['client', 'create', '--name', 'ERP', '--json']);
    return JSON.parse(stdout) as ClientJson;
  }

  it('is listed without its secret', async () => {
    const { client_id, client_secret } = await aClient();
    const forPrograms = await workplace.tpctl(['client', 'list', '--json']);
    expect(JSON.parse(forPrograms.stdout)).toEqual([
      {
        client_id,
        name: 'ERP',
        redirect_uris: [],
        code_flow: true,
        credentials_flow: true,
        pkce_required: false,
        openid: false,
        disabled: false,
        member_wide: false,
        account: false,
        password_suffices: false,
        device_flow: false,
        rights,
        member_code: null,
        keys: [],
        jwks_uri: null,
        keys_required: false,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        updated_at: expect.any(String),
      },
    ]);
    const forPeople = await workplace.tpctl(['client', 'list']);
    expect(forPeople.stdout).toMatch(new RegExp(`^CLIENT_ID .*NAME\n${client_id}  active .*ERP\n$`));
    expect(forPrograms.stdout + forPeople.stdout).not.toContain(client_secret);
  });

  it('has rights that are shown in words, and given and withdrawn', async () => {
    const { client_id } = await aClient();
    const run = (...args: string[]) => workplace.tpctl(['client', 'rights', '--client-id', client_id, ...args]);
    expect((await run()).stdout).toMatch(
      new RegExp(`^Client ${client_id} \\(ERP\\) may\n  order {4}place orders for your company\n  update {3}change, `),
    );
    const withdrawn = await run('--withdraw', 'order, event');
    expect(withdrawn.stdout).toContain('It may not\n  order  place orders for your company\n  event  be notified');
    expect(withdrawn.stdout).toContain('refused within 5 seconds');
    const rest = rights.filter((right) => right !== 'order' && right !== 'event');
    expect(JSON.parse((await run('--json')).stdout)).toEqual({ client_id, rights: rest });
    const given = await run('--give', 'order');
    expect(given.stdout).toContain('--also-grants gives them all rights of the client');
    expect((await run('--set', 'list', '--also-grants')).stdout).toMatch(/Its present grants have all its rights/);
    expect((await run('--set', '')).stdout).toMatch(/may do nothing\.\nIt may not\n  order /);
    expect((await workplace.tpctl(['client', 'list'])).stdout).toMatch(/ active {2}- {12}none {4}/);
    const records = await workplace.tpctl(['audit', '--event', 'client.rights-changed', '--json']);
    expect(JSON.parse(records.stdout)).toContainEqual(expect.objectContaining({ detail: { added: 'order' } }));
  });

  it.each([
    [['--withdraw', 'ordre'], /^tpctl: rights: there is no right "ordre"; the rights are order, update, [^\n]*\n$/],
    [['--set', 'order,all'], /^tpctl: rights: there is no right "all"; [^\n]*\n$/],
    [
      ['--set', 'order', '--give', 'list'],
      /^tpctl: option '--set <names>' cannot be used with option '--give <names>'\n$/,
    ],
  ])('keeps its rights for %j', async (args, message) => {
    const { client_id } = await aClient();
    const answer = await workplace.tpctl(['client', 'rights', '--client-id', client_id, ...args]);
    expect(answer).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(message) });
    const { stdout } = await workplace.tpctl(['client', 'rights', '--client-id', client_id, '--json']);
    expect(JSON.parse(stdout)).toEqual({ client_id, rights });
  });

  it('gets public keys, which can be required and removed', async () => {
    const { client_id } = await aClient();
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const run = (...args: string[]) => workplace.tpctl(['client', 'keys', '--client-id', client_id, ...args]);
    expect(await run('--jwks', await fileOf(publicKey), '--required')).toMatchObject({
      stdout: `Client ${client_id} may sign with: one\nIts secret is refused.\n`,
    });
    expect(await run('--jwks', await fileOf(privateKey))).toMatchObject({
      code: 1,
      stderr: 'tpctl: jwks: key 1 is secret; give the public key only\n',
    });
    expect(await run('--jwks', 'nowhere.json')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be read'),
    });
    expect(await run()).toMatchObject({ code: 1, stderr: 'tpctl: Name one of --jwks, --jwks-uri and --remove\n' });
    const address = 'https://erp.example.com/keys.json';
    expect(await run('--jwks-uri', address)).toMatchObject({
      stdout: `Client ${client_id} may sign with the keys at ${address}\nIts secret is accepted.\n`,
    });
    expect(await run('--jwks-uri', 'https://10.0.0.1/keys.json')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('has an IP address that this platform does not call'),
    });
    expect(await run('--remove')).toMatchObject({
      stdout: `Client ${client_id} has no keys.\nIts secret is accepted.\n`,
    });
  });

  it('gets a new secret beside the old one', async () => {
    const { client_id, client_secret } = await aClient();
    const args = ['client', 'rotate-secret', '--client-id', client_id, '--overlap-hours', '2', '--json'];
    const rotated = JSON.parse((await workplace.tpctl(args)).stdout) as ClientJson & {
      previous_secret_ends_at: string;
    };
    expect(rotated.client_id).toBe(client_id);
    expect(rotated.client_secret).not.toBe(client_secret);
    const hoursLeft = (Date.parse(rotated.previous_secret_ends_at) - Date.now()) / 3_600_000;
    expect(Math.round(hoursLeft)).toBe(2);
  });

  it('can be disabled, enabled and deleted', async () => {
    const { client_id } = await aClient();
    const run = (command: string) => workplace.tpctl(['client', command, '--client-id', client_id, '--json']);
    expect(JSON.parse((await run('disable')).stdout)).toMatchObject({ client_id, disabled: true });
    expect(JSON.parse((await run('enable')).stdout)).toMatchObject({ client_id, disabled: false });
    expect(JSON.parse((await run('delete')).stdout)).toEqual({ client_id, deleted: true });
    expect(await workplace.tpctl(['client', 'list'])).toMatchObject({ code: 0, stdout: 'No clients.\n' });
    expect(await run('delete')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^tpctl: There is no client [^\n]*\n$/),
    });
  });
});

describe('a service account', () => {
  const create = ['client', 'create', '--name', 'Nightly batch', '--member-code', '10000001'];

  it('is a client of a member that exists, with the rights that it needs', async () => {
    await importMembers();
    const { stdout } = await workplace.tpctl([...create, '--rights', 'list,order', '--json']);
    const { client_id, ...made } = JSON.parse(stdout) as { client_id: string };
    expect(made).toMatchObject({ member_code: '10000001', rights: ['order', 'list'] });
    const [listed] = JSON.parse((await workplace.tpctl(['client', 'list', '--json'])).stdout) as object[];
    expect(listed).toMatchObject({ client_id, member_code: '10000001', code_flow: false, credentials_flow: false });
    expect((await workplace.tpctl(['client', 'list'])).stdout).toMatch(/ active {2}10000001 {5}order,list {2}/);
    const forPeople = await workplace.tpctl([...create, '--credentials-flow']);
    expect(forPeople.stdout).toMatch(
      /is a service account of member 10000001: it gets tokens by client_credentials\.\n$/,
    );
  });

  it('is none of a member that is not there, unless told not to look', async () => {
    await importMembers();
    const unknown = [...create.slice(0, -1), '10000009'];
    expect(await workplace.tpctl(unknown)).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^tpctl: There is no member 10000009: [^\n]*--no-member-check\n$/),
    });
    expect(await workplace.tpctl([...unknown, '--no-member-check'])).toMatchObject({ code: 0 });
  });

  it('can be made of a client that exists', async () => {
    await importMembers();
    const { stdout } = await workplace.tpctl(['client', 'create', '--name', 'ERP', '--json']);
    const { client_id } = JSON.parse(stdout) as { client_id: string };
    const bind = ['client', 'bind', '--client-id', client_id, '--member-code', '10000002'];
    const kept = await workplace.tpctl([...bind, '--keep-flows', '--json']);
    expect(JSON.parse(kept.stdout)).toMatchObject({ member_code: '10000002', credentials_flow: true });
    const bound = await workplace.tpctl(bind);
    expect(bound.stdout).toContain('is a service account of member 10000002');
    expect(bound.stdout).toContain('It gets tokens in no other way.');
  });
});

describe('tpctl user', () => {
  const create = ['user', 'create', '--user-id', 'tanaka', '--member-code', '10000001'];

  it('makes a user of a member that exists, with the password of standard input', async () => {
    await importMembers();
    const { code, stdout, stderr } = await workplace.tpctl([...create, '--json'], { input: 'correct horse\n' });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      user_id: 'tanaka',
      member_code: '10000001',
      subject: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('refuses a member that is not there, unless told not to look', async () => {
    await importMembers();
    const args = ['user', 'create', '--user-id', 'sato', '--member-code', '10000009'];
    expect(await workplace.tpctl(args, { input: 'correct horse' })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^tpctl: There is no member 10000009: [^\n]*--no-member-check\n$/),
    });
    expect(await workplace.tpctl([...args, '--no-member-check'], { input: 'correct horse' })).toMatchObject({
      code: 0,
    });
  });

  it('makes the user and says so where there is no ordering database to look in', async () => {
    expect(await workplace.tpctl(create, { input: 'correct horse' })).toEqual({
      code: 0,
      stdout: 'User tanaka acts for member 10000001.\n',
      stderr: expect.stringMatching(/^tpctl: [^\n]*not checked\n$/),
    });
  });

  it('requires a second factor of a user or of a member, and resets a lost one', async () => {
    await workplace.tpctl(create, { input: 'correct horse' });
    const run = async (...args: string[]) => JSON.parse((await workplace.tpctl(['user', ...args, '--json'])).stdout);
    expect(await run('require-second-factor', '--user-id', 'tanaka')).toMatchObject({ second_factor_required: true });
    expect(await run('require-second-factor', '--user-id', 'tanaka', '--not')).toMatchObject({
      second_factor_required: false,
    });
    const ofMember = ['require-second-factor', '--member-code', '10000001'];
    expect(await run(...ofMember)).toEqual({ member_code: '10000001', second_factor_required: true, users: 1 });
    expect(await run('list')).toMatchObject([{ second_factor: false, second_factor_required: true }]);
    expect(await run('reset-second-factor', '--user-id', 'tanaka')).toEqual({ user_id: 'tanaka', removed: false });
    expect(await run('factors', '--user-id', 'tanaka')).toEqual({
      user_id: 'tanaka',
      authenticator_since: null,
      passkeys: [],
      recovery_codes_left: 0,
    });
    expect(await workplace.tpctl(['user', ...ofMember, '--user-id', 'tanaka'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'tpctl: Name either --user-id or --member-code\n',
    });
  });

  it('gets a link for a forgotten password, which ends the former one', async () => {
    await workplace.tpctl(create, { input: 'correct horse' });
    const env = { AUTH_ISSUER: 'https://auth.example.com' };
    const run = (...args: string[]) => workplace.tpctl(['user', 'reset-link', '--user-id', 'tanaka', ...args], { env });
    const links = new Set<unknown>();
    for (let time = 1; time <= 2; time++) {
      const { link, ...rest } = JSON.parse((await run('--valid-hours', '2', '--json')).stdout);
      links.add(link);
      expect(link).toMatch(/^https:\/\/auth\.example\.com\/idp\/account\/reset\?link=[\w-]{43}$/);
      expect(rest).toEqual({ user_id: 'tanaka', expires_at: expect.stringMatching(/^\d{4}-/) });
    }
    expect(links.size).toBe(2);
    expect((await run()).stdout).toMatch(
      /^https:[^\n]+\nUser tanaka can set .* once, until .*\nThe page still asks for a second factor/,
    );
    expect(await run('--valid-hours', '169')).toMatchObject({
      code: 1,
      stderr: 'tpctl: A reset link is valid for at most 168 hours\n',
    });
    const audit = await workplace.tpctl(['audit', '--event', 'user.reset-link-made', '--json']);
    const made = { address: 'local', detail: { lifetime_seconds: 86_400, by: expect.stringMatching(/.+/) } };
    expect(JSON.parse(audit.stdout)[0]).toMatchObject(made);
  });

  it('may not have a leaked password', async () => {
    const list = join(workplace.folder, 'leaked.txt');
    await writeFile(list, `${hash('sha1', 'correct horse').toUpperCase()}:9\n`);
    const env = { LEAKED_PASSWORDS: list };
    expect(await workplace.tpctl(create, { input: 'correct horse', env })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/public lists of stolen passwords.*four unrelated words/),
    });
    expect(await workplace.tpctl(create, { input: 'correct horse battery', env })).toMatchObject({ code: 0 });
  });

  it('replaces the password only when asked, and never the member', async () => {
    await importMembers();
    await workplace.tpctl(create, { input: 'correct horse' });
    expect(await workplace.tpctl(create, { input: 'battery staple' })).toMatchObject({
      code: 1,
      stderr: 'tpctl: There is a user tanaka already\n',
    });
    expect(await workplace.tpctl([...create, '--replace'], { input: 'battery staple' })).toMatchObject({ code: 0 });
    const other = ['user', 'create', '--user-id', 'tanaka', '--member-code', '10000002', '--replace'];
    expect(await workplace.tpctl(other, { input: 'battery staple' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^tpctl: User tanaka acts for member 10000001/),
    });
  });

  it.each([
    ['an empty password', '', /password is empty/],
    ['a short password', 'short\n', /at least 8 characters/],
    ['endless standard input', 'x'.repeat(100_000), /longer than 8192 bytes/],
  ])('refuses %s', async (_name, input, message) => {
    const result = await workplace.tpctl([...create, '--no-member-check'], { input });
    expect(result).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
    expect(result.stderr).toMatch(/^tpctl: [^\n]*\n$/);
  });

  it('gives a user a new password', async () => {
    await workplace.tpctl([...create, '--no-member-check'], { input: 'correct horse' });
    expect(
      await workplace.tpctl(['user', 'password', '--user-id', 'tanaka', '--json'], { input: 'battery staple' }),
    ).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^\{"user_id":"tanaka","member_code":"10000001",.*\}\n$/),
      stderr: '',
    });
    expect(
      await workplace.tpctl(['user', 'password', '--user-id', 'nobody'], { input: 'battery staple' }),
    ).toMatchObject({
      code: 1,
      stderr: 'tpctl: There is no user nobody\n',
    });
  });

  it('lists, disables, enables and deletes users', async () => {
    expect(await workplace.tpctl(['user', 'list'])).toMatchObject({ code: 0, stdout: 'No users.\n' });
    await workplace.tpctl([...create, '--no-member-check', '--name', '田中'], { input: 'correct horse' });
    const list = await workplace.tpctl(['user', 'list', '--json']);
    expect(JSON.parse(list.stdout)).toEqual([
      {
        user_id: 'tanaka',
        member_code: '10000001',
        subject: expect.any(String),
        name: '田中',
        email: '',
        disabled: false,
        second_factor: false,
        second_factor_required: false,
        password_changed_at: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect((await workplace.tpctl(['user', 'list'])).stdout).toMatch(
      /^USER_ID .*\ntanaka {3}10000001 {5}active .*田中\n$/,
    );
    const run = (command: string) => workplace.tpctl(['user', command, '--user-id', 'tanaka', '--json']);
    expect(JSON.parse((await run('disable')).stdout)).toMatchObject({ user_id: 'tanaka', disabled: true });
    expect(JSON.parse((await run('enable')).stdout)).toMatchObject({ user_id: 'tanaka', disabled: false });
    expect(JSON.parse((await run('delete')).stdout)).toEqual({ user_id: 'tanaka', deleted: true });
    expect(await run('disable')).toMatchObject({ code: 1, stderr: 'tpctl: There is no user tanaka\n' });
  });
});

async function importMembers(): Promise<void> {
  await workplace.write('members.ndjson', [aMember('10000001'), aMember('10000002')]);
  await workplace.tpctl(['import', 'members', 'members.ndjson']);
}
