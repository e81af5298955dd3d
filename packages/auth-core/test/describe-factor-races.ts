import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { SignJWT } from 'jose';
import {
  askForPasskey,
  checkSecondFactor,
  enrolPasskey,
  findUserOfResetLink,
  type PasskeyQuestion,
  proposeAuthenticator,
  proposePasskey,
  type User,
} from '../src/index.js';
import { TestPasskey } from '../src/testing/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { codesOf, enrolled, password } from './auth-world.js';
import type { RaceSize } from './describe-races.js';
import { endRivals, makeSharedWorld, Rivals, type SharedWorld, seeded } from './rivals.js';

/** The number of simultaneous uses by all processes together. */
const timesInAll = 16;
const stepMs = 30_000;

/** Tests simultaneous uses of second factors, reset links and signed JWTs by several processes, and processes that are killed, on both kinds of database. */
export function describeFactorRaces({ processes, rounds, kills, timeoutMs }: RaceSize): void {
  const timesEach = timesInAll / processes;
  afterAll(endRivals);
  describeDatabases(`races of second factors, reset links and signed JWTs, ${rounds} rounds`, [authSchema], (open) => {
    let database: TestDatabase;
    let world: SharedWorld;
    let rivals: Rivals;
    beforeAll(async () => {
      database = await open();
      world = await makeSharedWorld(database);
      rivals = await Rivals.start(database, processes);
    });
    afterAll(() => rivals.stop());

    let users = 0;
    const newUser = (memberCode = '10000001'): Promise<User> =>
      world.administration.users.create({ userId: `user-${++users}`, memberCode, password });
    const makeLink = (userId: string) => world.administration.users.makeResetLink(userId, { lifetimeSeconds: 60 });
    const address = () => `10.${(users >> 16) & 255}.${(users >> 8) & 255}.${users & 255}`;

    it(
      'lets one of 16 simultaneous uses of a code of the app win',
      async () => {
        for (let round = 0; round < rounds; round++) {
          const user = await newUser();
          const { codeAt } = await enrolled(world.server, user.subject);
          const code = codeAt(Date.now() + stepMs);
          const answers = await rivals.factorsAtOnce('check', { user, code, address: address() }, timesEach);
          expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
          expect(answers.filter((answer) => !['right', 'wrong', 'throttled'].includes(answer))).toEqual([]);
        }
      },
      timeoutMs,
    );

    it(
      'lets one of 16 simultaneous uses of a recovery code win, and leaves the other nine',
      async () => {
        for (let round = 0; round < rounds; round++) {
          const user = await newUser();
          const { recoveryCodes } = await enrolled(world.server, user.subject);
          const asked = { user, code: recoveryCodes[0], address: address() };
          const answers = await rivals.factorsAtOnce('check', asked, timesEach);
          expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
          expect(await world.server.factors.countRecoveryCodes(user.subject)).toBe(9);
        }
      },
      timeoutMs,
    );

    it(
      'stores one of 16 simultaneous enrolments, with the recovery codes that its page shows',
      async () => {
        for (let round = 0; round < rounds; round++) {
          const user = await newUser();
          const { sealedSecret, secretText } = proposeAuthenticator(world.server, user);
          const code = codesOf(secretText)(Date.now());
          const confirmed = { user, sealedSecret: sealedSecret.toString('base64'), code };
          const answers = await rivals.factorsAtOnce('enrol', confirmed, timesEach);
          const [shown = '', ...others] = answers.filter((answer) => answer !== 'changed');
          expect(others).toEqual([]);
          expect(await world.server.factors.countRecoveryCodes(user.subject)).toBe(10);
          const from = { address: address() };
          expect(await checkSecondFactor(world.server, { user, code: shown }, from)).toBe(true);
        }
      },
      timeoutMs,
    );

    const newPasskey = () => new TestPasskey({ origin: world.server.settings.issuer });

    it(
      'stores one of 16 simultaneous enrolments of a passkey',
      async () => {
        for (let round = 0; round < rounds; round++) {
          const user = await newUser();
          const question = (await proposePasskey(world.server, user)) as PasskeyQuestion;
          const answer = answerTo(question, newPasskey().create(question));
          const answers = await rivals.factorsAtOnce('enrol passkey', { user, answer }, timesEach);
          expect(answers.filter((each) => !['changed', 'refused'].includes(each))).toHaveLength(1);
          expect(await world.server.factors.listPasskeys(user.subject)).toHaveLength(1);
          expect(await world.server.factors.countRecoveryCodes(user.subject)).toBe(10);
        }
      },
      timeoutMs,
    );

    it.each([
      ['with the same counter', 1],
      ['with the same challenge', 0],
    ])(
      'lets one of 16 simultaneous uses of a passkey %s win',
      async (_what, counter) => {
        for (let round = 0; round < rounds; round++) {
          const user = await newUser();
          const passkey = new TestPasskey({ origin: world.server.settings.issuer, counter });
          const offer = (await proposePasskey(world.server, user)) as PasskeyQuestion;
          const enrolment = { name: 'Laptop', answer: answerTo(offer, passkey.create(offer)) };
          await enrolPasskey(world.server, user, enrolment, { address: address() });
          const ask = async () => (await askForPasskey(world.server, user)) as PasskeyQuestion;
          const asked = counter === 0 ? [await ask()] : [await ask(), await ask(), await ask()];
          const signed = asked.map((each) => answerTo(each, passkey.get(each, { counter: counter * 2 })));
          const fields = { user, answers: signed, address: address() };
          const answers = await rivals.factorsAtOnce('use passkey', fields, timesEach);
          expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
          expect(answers.filter((answer) => !['right', 'wrong', 'throttled'].includes(answer))).toEqual([]);
        }
      },
      timeoutMs,
    );

    it(
      'sets the password for one of 16 simultaneous uses of a reset link, also while a new link is made',
      async () => {
        const random = seeded(5);
        for (let round = 0; round < rounds; round++) {
          const user = await newUser();
          const asked = { user, secret: (await makeLink(user.userId)).secret, password: `a new one of round ${round}` };
          const renewal = sleep(random() * 20).then(() => (round % 2 === 0 ? undefined : makeLink(user.userId)));
          const answers = await rivals.factorsAtOnce('reset', asked, timesEach);
          const renewed = await renewal;
          const set = answers.filter((answer) => answer === 'set').length;
          expect(answers.filter((answer) => answer !== 'set' && answer !== 'dead')).toEqual([]);
          expect(set).toBeLessThanOrEqual(1);
          expect(set).toBeGreaterThanOrEqual(renewed === undefined ? 1 : 0);
          const { generation } = (await world.server.users.findBySubject(user.subject)) ?? {};
          expect(generation).toBe(1 + set);
          const holder = await findUserOfResetLink(world.server, renewed?.secret);
          expect(holder?.userId).toBe(renewed?.userId);
        }
      },
      timeoutMs,
    );

    it(
      'gives tokens for one of 16 simultaneous uses of a signed JWT',
      async () => {
        const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        const { client_id } = world.fields;
        const jwks = JSON.stringify({ keys: [publicKey.export({ format: 'jwk' })] });
        await world.administration.clients.setKeys(client_id, jwks);
        for (let round = 0; round < rounds; round++) {
          const { issuer } = world.server.settings;
          const exp = Math.floor(Date.now() / 1_000) + 60;
          const claims = { iss: client_id, sub: client_id, aud: issuer, exp, jti: `round-${round}` };
          const asked = {
            grant_type: 'client_credentials',
            client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
            client_assertion: await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey),
          };
          const answers = await rivals.askAtOnce(asked, timesEach);
          expect(answers.filter(({ accessToken }) => accessToken !== undefined)).toHaveLength(1);
          expect(answers.filter(({ code }) => code === 'invalid_client')).toHaveLength(15);
        }
      },
      timeoutMs,
    );

    it(
      'is required of a user who is added while the member begins to require it',
      async () => {
        const random = seeded(3);
        for (let round = 0; round < rounds; round++) {
          const memberCode = `2${String(round).padStart(7, '0')}`;
          const created = sleep(random() * 10).then(() => newUser(memberCode));
          const required = sleep(random() * 10).then(() =>
            world.administration.users.requireSecondFactorOfMember(memberCode, true),
          );
          const [{ subject }] = await Promise.all([created, required]);
          expect(await world.server.users.findBySubject(subject)).toMatchObject({ memberRequiresSecondFactor: true });
        }
      },
      timeoutMs,
    );

    it(
      'is stored completely or not at all when a process is killed in the middle of enrolments',
      async () => {
        const random = seeded(4);
        for (let kill = 0; kill < kills; kill++) {
          const { subject } = await newUser();
          await rivals.enrolUntilKilled(subject, random() * 100);
          expect(await halves(database)).toEqual([]);
        }
      },
      timeoutMs,
    );
  });
}

function answerTo({ challenge }: PasskeyQuestion, credential: string) {
  return { challenge, expiresAt: Date.now() + 60_000, credential };
}

/** Finds users whose second factor is stored only in part, and factors that were set up without an audit event. */
function halves(database: TestDatabase): Promise<unknown[]> {
  return database.query(
    `SELECT u.user_id FROM auth_user u
      WHERE (u.second_factor_at IS NOT NULL) <> (EXISTS (SELECT 1 FROM auth_authenticator a WHERE a.subject = u.subject)
             OR EXISTS (SELECT 1 FROM auth_passkey p WHERE p.subject = u.subject))
        OR (u.second_factor_at IS NOT NULL) <> EXISTS (SELECT 1 FROM auth_recovery_code r WHERE r.subject = u.subject)
        OR (u.second_factor_at IS NOT NULL AND 10 < (SELECT COUNT(*) FROM auth_recovery_code r WHERE r.subject = u.subject))
        OR (u.second_factor_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM auth_audit e
             WHERE e.user_id = u.user_id AND e.event = 'user.second-factor-set'))`,
  );
}
