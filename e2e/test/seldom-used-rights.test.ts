import { generateKeyPairSync, hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { TestPasskey } from '@trading-platform/auth-core/testing';
import { freePort } from '@trading-platform/database/testing/postgres';
import { platformSettings } from '@trading-platform/service';
import { SignJWT } from 'jose';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { ApiCaller } from '../src/api-caller.js';
import { describePlatform } from '../src/describe-platform.js';
import { anOrder, loadOrderMarket, orderMembers, upload, uploadOrders } from '../src/order-market.js';
import { administrate } from '../src/platform-databases.js';
import { keyOnPage, questionOnPage, recoveryCodesOnPage, SignInForm } from '../src/sign-in-form.js';

const master = '/master/download/buy';
/** A hash of the callers' common password, made with less memory and fewer passes than now. */
const weakHash = '$argon2id$v=19$m=8192,t=1,p=1$Hh/d2id9+73YG7gFekDyxA$wUEv8vqCyi1NtMqXXlY/uynfqNtQmPUELar/91l1Phw';
const orderable = { prod_lot_price: '100', status_code: '0', view_active_code: '1', lead_time: '1' };

const port = await freePort();
/** Browsers allow no passkeys on pages whose host is an IP address. */
const issuer = `http://localhost:${port}`;

/**
 * Uses functions that no other flow uses on PostgreSQL, and reads the queue of batches. When the platform stops, it reports each right that was
 * missing.
 */
describePlatform(
  'services with roles of their own',
  { database: 'postgres', settings: { AUTH_PORT: String(port), AUTH_ISSUER: issuer, SIGN_IN_SESSION_HOURS: '1' } },
  (flow) => {
    flow('reuse an old batch, deliver changes, discard, and list', async (platform) => {
      await loadOrderMarket(platform);
      const caller = await platform.caller(orderMembers.buyer);
      const batchId = await caller.request(master);
      await caller.waitForEnd(master, batchId);

      const headers = { Prefer: 'reuse=600', 'Idempotency-Key': 'again' };
      for (let time = 1; time <= 2; time++) {
        const { body } = await caller.call(`${master}/request`, {}, { headers });
        expect(body).toMatchObject({ result: 0, batch_id: batchId });
      }
      const ended = await caller.call(`${master}/check`, { batch_id: batchId });
      const cursor = ended.headers.get('x-change-cursor') ?? '';
      const changes = await caller.call(`${master}/request`, {}, { headers: { Prefer: `changes-since=${cursor}` } });
      expect(changes.headers.get('preference-applied')).toContain('changes-since');
      await caller.waitForEnd(master, String(changes.body['batch_id']));
      expect((await caller.call(`/batches/${batchId}`, undefined, { method: 'DELETE' })).status).toBe(200);
      const kept = await caller.call('/batches?expired=1', undefined, { method: 'GET' });
      expect(kept).toMatchObject({ status: 200, body: { result: 0 } });

      for (const list of ['/partner/list', '/deliveryplace/list', '/ordermaster/list', '/order/list']) {
        expect(await caller.call(list, {})).toMatchObject({ status: 200, body: { result: 0 } });
      }
    });

    flow('strengthen a weak hash when its password is used', async (platform) => {
      const { credentials } = await platform.caller(orderMembers.stranger);
      const client = new pg.Client({ connectionString: platform.environment['AUTH_DATABASE_URL'] });
      await client.connect();
      try {
        await client.query('UPDATE auth_user SET password_hash = $1 WHERE user_id = $2', [
          weakHash,
          credentials.userId,
        ]);
        await (await ApiCaller.signIn(platform, credentials)).token();
        const { rows } = await client.query('SELECT password_hash FROM auth_user WHERE user_id = $1', [
          credentials.userId,
        ]);
        expect(rows).toEqual([{ password_hash: expect.stringContaining('$m=19456,t=2,p=1$') }]);
      } finally {
        await client.end();
      }
    });

    flow('set up a second factor, use it and give it up', async (platform) => {
      const user = { user_id: 'with-app', user_password: 'correct horse battery' };
      const make = ['user', 'create', '--user-id', user.user_id, '--member-code', '10000001', '--no-member-check'];
      await platform.operate(make, user.user_password);
      const form = await SignInForm.open(`${platform.authUrl}/idp/account/security`);
      await form.send({ ...user, decision: 'sign-in' });
      const app = new TOTP({ secret: keyOnPage(await form.send({ decision: 'set-up' })) });
      await form.send({ decision: 'enrol', factor_code: app.generate() });
      const again = await SignInForm.open(`${platform.authUrl}/idp/account/security`);
      await again.send({ ...user, decision: 'sign-in' });
      await again.send({ decision: 'verify', factor_code: app.generate({ timestamp: Date.now() + 30_000 }) });
      const [code = ''] = recoveryCodesOnPage(await again.send({ decision: 'new-codes' }));
      await again.send({ decision: 'continue' });
      const passkey = new TestPasskey({ origin: issuer });
      const credential = passkey.create(questionOnPage(await again.send({ decision: 'set-up-passkey' })));
      const added = await again.send({ decision: 'enrol', passkey: credential, passkey_name: 'Key' });
      expect(added).toContain('<strong>Key</strong>');
      const asked = questionOnPage(await again.send({ remove: 'authenticator' }));
      await again.send({ decision: 'confirm-removal', passkey: passkey.get(asked) });
      await again.send({ remove: passkey.credentialId });
      expect(await again.send({ decision: 'confirm-removal', factor_code: code })).toContain('value="set-up"');
      expect(await platform.operate(['user', 'factors', '--user-id', user.user_id])).toMatchObject({
        passkeys: [],
        recovery_codes_left: 0,
      });
    });

    flow('set passwords on the pages of auth, and stay signed in', async (platform) => {
      const user = { user_id: 'with-password', user_password: 'correct horse battery' };
      const make = ['user', 'create', '--user-id', user.user_id, '--member-code', '10000001', '--no-member-check'];
      await platform.operate(make, user.user_password);
      const typed = { new_password: 'four unrelated words', repeated_password: 'four unrelated words' };
      const page = await SignInForm.open(`${platform.authUrl}/idp/account/password`);
      await page.send({ ...user, decision: 'sign-in' });
      expect(await page.send({ ...typed, decision: 'change' })).toContain('Your password is changed');
      const { link } = await platform.operate<{ link: string }>(['user', 'reset-link', '--user-id', user.user_id]);
      const reset = await SignInForm.open(link);
      expect(await reset.send({ ...typed, decision: 'set' })).toContain('Your password is set');

      const secret = 'S'.repeat(43);
      const client = new pg.Client({ connectionString: platform.environment['AUTH_DATABASE_URL'] });
      await client.connect();
      try {
        await client.query(
          `INSERT INTO auth_session (session_hash, subject, authenticated_at, user_generation, created_at, expires_at)
            SELECT $1, subject, 0, generation, 0, $2 FROM auth_user WHERE user_id = $3`,
          [hash('sha256', `session\n${secret}`, 'buffer'), Date.now() + 3_600_000, user.user_id],
        );
        const callback = 'https://client.example/callback';
        const { clientId } = await platform.createClient('staying');
        const query = new URLSearchParams({
          realm: '/api',
          client_id: clientId,
          redirect_uri: callback,
          response_type: 'code',
          scope: 'openid profile email qualified',
          access_type: 'offline',
        });
        const address = `${platform.authUrl}/idp/oauth2/authorize?${query.toString()}`;
        const answer = await fetch(address, { headers: { cookie: `auth_session=${secret}` } });
        expect(await answer.text()).toContain('value="allow"');
        const { rows } = await client.query('SELECT last_used_at FROM auth_session');
        expect(rows).toEqual([{ last_used_at: expect.stringMatching(/^\d{13}$/) }]);
      } finally {
        await client.end();
      }
      const access = await SignInForm.open(`${platform.authUrl}/idp/account/access`);
      const signIn = { ...user, user_password: typed.new_password, decision: 'sign-in' };
      const [, sessionId = ''] = /name="end_session" value="([^"]+)"/.exec(await access.send(signIn)) ?? [];
      expect(await access.send({ end_session: sessionId })).toContain('The browser is signed out.');
    });

    flow('sign with a key instead of sending a secret', async (platform) => {
      const { clientId } = await platform.createClient('signing');
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const folder = await mkdtemp(join(tmpdir(), 'keys-'));
      const file = join(folder, 'keys.json');
      await writeFile(file, JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] }));
      await platform.operate(['client', 'keys', '--client-id', clientId, '--jwks', file]);
      await rm(folder, { recursive: true });
      const claims = { iss: clientId, sub: clientId, aud: issuer, jti: 'once' };
      const client_assertion = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256' })
        .setExpirationTime('1m')
        .sign(privateKey);
      const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
      const ask = async () => {
        const body = new URLSearchParams({ token: 'unknown', client_assertion, client_assertion_type });
        const answer = await fetch(`${platform.authUrl}/idp/oauth2/introspect`, { method: 'POST', body });
        return [answer.status, await answer.json()];
      };
      expect(await ask()).toEqual([200, { active: false }]);
      expect(await ask()).toMatchObject([400, { error: 'invalid_client' }]);
    });

    flow('wake the worker for each batch, and clean the queue up', async (platform) => {
      const caller = await platform.caller(orderMembers.buyer);
      const batchId = await caller.request(master);
      await caller.waitForEnd(master, batchId);
      const client = new pg.Client({ connectionString: platform.environment['ORDERING_DATABASE_URL'] });
      await client.connect();
      try {
        const entries = async () => {
          const { rows } = await client.query(
            `SELECT state FROM batch_queue.job WHERE name = 'batch-waiting' AND data ->> 'batchId' = $1`,
            [batchId],
          );
          return rows as { state: string }[];
        };
        while ((await entries())[0]?.state !== 'completed') await sleep(100);
        expect(await entries()).toEqual([{ state: 'completed' }]);
        const { rows } = await client.query('SELECT name FROM batch_queue.schedule');
        expect(rows).toEqual([{ name: 'batch-housekeeping' }]);
      } finally {
        await client.end();
      }
    });

    flow('accept an order of a franchise store, and list the accepted orders of a failed upload', async (platform) => {
      const store = '10000009';
      const { buyer, seller } = orderMembers;
      await loadOrderMarket(platform);
      await platform.load('members', [{ member_code: store, fc_owner_member_code: buyer }]);
      const line = { ...orderable, catalog_id: 'c-store', item_id: 'i-store' };
      await platform.load('master', [{ member_code: store, member_code_partner: seller, catalog: [line] }]);
      await platform.load('fc-prices', [{ fc_owner_member_code: buyer, method: 'rate', value: '50' }]);
      const caller = await platform.caller(buyer);
      const detail_list = [{ line_no: '1', catalog_id: 'c-store', prod_lot_qty: '1' }];
      const { rows } = await uploadOrders(caller, [anOrder('of-store', { member_code_self: store, detail_list })]);
      expect(rows).toMatchObject([{ upload_no: 'of-store', result: '0' }]);

      await administrate(platform.environment['ORDERING_DATABASE_URL'] ?? '', [
        `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'as the test wants'; END$$`,
        'CREATE TRIGGER refuse BEFORE INSERT ON upload_number FOR EACH ROW EXECUTE FUNCTION refuse()',
      ]);
      const batchId = await caller.request(upload, { order_list: [anOrder('failing')] });
      expect(await caller.waitForEnd(upload, batchId)).toMatchObject({ flag: '5' });
      const range = { batch_id: batchId, seq_from: '1', seq_to: '1' };
      expect(await caller.call(`${upload}/get`, range)).toMatchObject({
        status: 200,
        body: { result: 0, result_list: [] },
      });
    });

    flow('recognise a client after the secret key of auth has changed', async (platform) => {
      const { credentials } = await platform.caller(orderMembers.buyer);
      await platform.service('auth').end();
      const former = platformSettings.AUTH_SECRET_KEY.default ?? '';
      const settings = { AUTH_SECRET_KEY: 'another-key-with-32-characters-or-more', AUTH_FORMER_SECRET_KEY: former };
      await platform.startService('auth', { settings });
      expect(await (await ApiCaller.signIn(platform, credentials)).token()).toMatch(/^ey/);
    });
  },
);
