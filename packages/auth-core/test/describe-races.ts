import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { rights } from '@trading-platform/domain-types';
import { decodeJwt } from 'jose';
import { introspect } from '../src/index.js';
import { revocationDigest } from '../src/revocation/revocation.js';
import { readTokenId } from '../src/token/token-id.js';
import { authSchema } from '../src/typeorm/index.js';
import { aRequest } from './auth-world.js';
import { type Answer, endRivals, makeSharedWorld, Rivals, type SharedWorld, seeded } from './rivals.js';

/** The number of simultaneous requests of all processes together. */
const timesInAll = 64;

export interface RaceSize {
  readonly processes: number;
  readonly rounds: number;
  readonly kills: number;
  readonly timeoutMs?: number;
}

/** Tests many simultaneous requests from several processes, and processes that are killed, on both kinds of database. */
export function describeRaces({ processes, rounds, kills, timeoutMs }: RaceSize): void {
  const timesEach = timesInAll / processes;
  afterAll(endRivals);
  describeDatabases(`races of ${processes} processes, ${rounds} rounds`, [authSchema], (open) => {
    let database: TestDatabase;
    let world: SharedWorld;
    let rivals: Rivals;
    beforeAll(async () => {
      database = await open();
      world = await makeSharedWorld(database);
      rivals = await Rivals.start(database, processes);
    });
    afterAll(() => rivals.stop());

    it(
      'lets exactly one of 64 simultaneous exchanges of a code win, and the others end its grant',
      async () => {
        for (let round = 0; round < rounds; round++) {
          const answers = await rivals.askAtOnce(await world.exchangeFields(), timesEach);
          const won = answers.filter(({ accessToken }) => accessToken !== undefined);
          expect(won).toHaveLength(1);
          expect(refusalsOf(answers)).toEqual(['invalid_grant']);
          expect(await isActive(world, won[0]?.accessToken)).toBe(false);
        }
      },
      timeoutMs,
    );

    it(
      'lets exactly one of 64 simultaneous uses of a device code win, and the others end its grant',
      async () => {
        for (let round = 0; round < rounds; round++) {
          const answers = await rivals.askAtOnce(await world.deviceFields(), timesEach);
          const won = answers.filter(({ accessToken }) => accessToken !== undefined);
          expect(won).toHaveLength(1);
          expect(refusalsOf(answers)).toEqual(['invalid_grant']);
          expect(await isActive(world, won[0]?.accessToken)).toBe(false);
        }
      },
      timeoutMs,
    );

    it(
      'gives 64 simultaneous reissues of a token exactly one distinct successor',
      async () => {
        for (let round = 0; round < rounds; round++) {
          const answers = await rivals.askAtOnce(await world.reissueFields(), timesEach);
          expect(refusalsOf(answers)).toEqual([]);
          expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1);
          expect(new Set(answers.map(({ accessToken }) => accessToken)).size).toBe(1);
          expect(await isActive(world, answers[0]?.refreshToken)).toBe(true);
        }
      },
      timeoutMs,
    );

    it(
      'withdraws a right from every token, even from tokens that are requested at that moment',
      async () => {
        const random = seeded(2);
        for (let round = 0; round < rounds; round++) {
          await world.setRights(rights);
          const reissued = await world.reissueFields();
          const exchanged = await Promise.all(Array.from({ length: 8 }, world.exchangeFields));
          const asks = [...exchanged, ...exchanged.map(() => ({ ...world.fields, grant_type: 'client_credentials' }))];
          const withdrawn = sleep(random() * 60).then(() =>
            world.setRights(rights.filter((right) => right !== 'order')),
          );
          const many = rivals.askAtOnce(reissued, timesEach);
          const issued = await Promise.allSettled(
            asks.map((fields) => sleep(random() * 60).then(() => world.ask(fields))),
          );
          const answers = await many;
          await withdrawn;
          expect(refusalsOf(answers)).toEqual([]);
          expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).toBe(1);
          const last = await world.ask({ ...reissued, refresh_token: answers[0]?.refreshToken ?? '' });
          const won = issued.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
          const revokedUpTo = await newestRevoked(world);
          for (const { accessToken = '' } of [...answers, ...won, last]) {
            const { entitlements, jti = '' } = decodeJwt<{ entitlements: string[] }>(accessToken);
            const isRevoked = (readTokenId(jti)?.clientGeneration ?? 0) <= revokedUpTo;
            expect(isRevoked || !entitlements.includes('order')).toBe(true);
            expect(await isActive(world, accessToken)).toBe(!isRevoked);
          }
          expect(await isActive(world, last.accessToken)).toBe(true);
        }
      },
      timeoutMs,
    );

    it(
      'judges exactly ten of 64 simultaneous wrong passwords, and then locks',
      async () => {
        for (let round = 0; round < rounds; round++) {
          const address = `192.0.2.${round}`;
          const guess = { ...world.fields, user_id: `victim-${round}`, user_password: 'wrong', address };
          const codes = (await rivals.askAtOnce(guess, timesEach)).map(({ code }) => code);
          expect(codes.filter((code) => code === 'invalid_grant')).toHaveLength(10);
          expect(codes.filter((code) => code === 'throttled')).toHaveLength(54);
        }
      },
      timeoutMs,
    );

    it(
      'leaves nothing half done when a process is killed, and one retry brings a lost answer back',
      async () => {
        const random = seeded(1);
        for (let kill = 0; kill < kills; kill++) {
          const last = await rivals.reissueUntilKilled(world, 20 + random() * 200);
          const again = await world.ask({ ...world.fields, grant_type: 'refresh_token', refresh_token: last });
          expect(await isActive(world, again.refreshToken)).toBe(true);
        }
        expect(await orphans(database)).toEqual([]);
      },
      timeoutMs,
    );
  });
}

function refusalsOf(answers: readonly Answer[]): (string | undefined)[] {
  return [...new Set(answers.filter(({ code }) => code !== undefined).map(({ code }) => code))];
}

/** Returns the generation up to which all tokens of the client are published as revoked. */
async function newestRevoked({ server, fields }: SharedWorld): Promise<number> {
  const digest = revocationDigest('client', fields.client_id);
  const entries = await server.revocations.listAfter(0, 100_000);
  return Math.max(...entries.filter((one) => one.digest === digest).map(({ upToGeneration = 0 }) => upToGeneration));
}

async function isActive({ server, fields }: SharedWorld, token = ''): Promise<boolean> {
  return (await introspect(server, aRequest({ ...fields, token }))).active;
}

/**
 * Finds used codes without a grant, grants without their audit event, and ended grants that are missing in the revocation feed.
 */
function orphans(database: TestDatabase): Promise<unknown[]> {
  return database.query(
    `SELECT 'code' AS orphan, c.grant_id FROM auth_code c
       WHERE c.used_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM auth_grant g WHERE g.grant_id = c.grant_id)
     UNION ALL
     SELECT 'device' AS orphan, d.grant_id FROM auth_device_code d
       WHERE d.used_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM auth_grant g WHERE g.grant_id = d.grant_id)
     UNION ALL
     SELECT 'grant' AS orphan, g.grant_id FROM auth_grant g
       WHERE NOT EXISTS (SELECT 1 FROM auth_audit a WHERE a.grant_id = g.grant_id AND a.event = 'token.issued')`,
  );
}
