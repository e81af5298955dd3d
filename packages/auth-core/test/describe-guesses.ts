import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Database, openDatabase } from '@trading-platform/database';
import { describeDatabases, type TestDatabase } from '@trading-platform/database/testing';
import { type AuthServer, checkPassword, checkSecondFactor, issueByCredentials } from '../src/index.js';
import { authSchema } from '../src/typeorm/index.js';
import { aRequest, enrolled, makeWorld, password, refusal, type World } from './auth-world.js';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export interface SiegeSize {
  readonly days: number;
  readonly minutesBetweenSignIns: number;
  readonly minutesBetweenBursts: number;
  readonly guessesAtOnce: number;
  readonly timeoutMs?: number;
}

/** The times of the guesses whose answers showed whether the password was correct. */
type Judged = number[];

/** Simulates days of guessing against a user whose own system signs in again and again. The tests control the clock. */
export function describeGuesses(size: SiegeSize): void {
  const { days, minutesBetweenSignIns, minutesBetweenBursts, guessesAtOnce, timeoutMs } = size;
  describeDatabases(`${days} days of guessing`, [authSchema], (open) => {
    let database: TestDatabase;
    let others: Database[] = [];
    beforeAll(async () => {
      database = await open();
      others = await Promise.all([0, 1].map(() => openDatabase({ address: database.address, schemas: [authSchema] })));
    });
    afterAll(() => Promise.all(others.map((other) => other.close())));

    /**
     * Every process has its own database connection and its own limits. From time to time a process is replaced by a new process.
     */
    async function besiege(guess: (world: World, server: AuthServer, nth: number) => Promise<unknown>) {
      const world = await makeWorld(database);
      const judged: Judged = [];
      let refusedSystem = 0;
      let nth = 0;
      for (let minute = 0; minute < days * 24 * 60; minute += minutesBetweenSignIns) {
        world.clock.advanceSeconds(minutesBetweenSignIns * 60);
        if (!(await signsIn(world, `198.51.100.${Math.floor(minute / 360) % 250}`))) refusedSystem++;
        if (minute % minutesBetweenBursts !== 0) continue;
        const processes = others.map((other) => world.onSameSettings(other));
        const burst = Array.from({ length: guessesAtOnce }, async () => {
          const mine = nth++;
          const answer = await guess(world, processes[mine % processes.length] ?? world.server, mine);
          if (answer !== 'throttled') judged.push(world.clock.now());
        });
        await Promise.all(burst);
      }
      return { judged, refusedSystem };
    }

    it(
      "strangers get at most 200 guesses checked in 24 hours, and never lock out the user's system, wherever it moves",
      async () => {
        const { judged, refusedSystem } = await besiege((world, server, nth) =>
          guessOnPage(world, server, strangeAddress(nth)),
        );
        expect(refusedSystem).toBe(0);
        expect(mostWithin(judged, dayMs)).toBe(200);
        expect(judged.length).toBeLessThanOrEqual(200 * days);
        expect(mostBetweenLocks(judged)).toBe(10);
      },
      timeoutMs,
    );

    it(
      'an unknown user is treated in the same way',
      async () => {
        const { judged, refusedSystem } = await besiege((world, server, nth) =>
          guessOnPage(world, server, strangeAddress(nth), 'nobody'),
        );
        expect(refusedSystem).toBe(0);
        expect(mostWithin(judged, dayMs)).toBe(200);
      },
      timeoutMs,
    );

    it(
      "an address of the user gets under 100 guesses checked a day on the page, and never locks out the user's system",
      async () => {
        const { judged, refusedSystem } = await besiege((world, server) => guessOnPage(world, server, '198.51.100.0'));
        expect(refusedSystem).toBe(0);
        expect(mostWithin(judged, dayMs)).toBe(90);
      },
      timeoutMs,
    );

    it(
      "somebody who has stolen the client's secret gets at most 100 guesses checked in a day",
      async () => {
        const { judged } = await besiege((world, server, nth) =>
          guessThroughClient(world, server, { ...world.clientFields, address: strangeAddress(nth) }),
        );
        expect(mostWithin(judged, dayMs)).toBe(100);
      },
      timeoutMs,
    );

    it(
      'strangers get at most 200 codes checked in 24 hours, and never lock out the user at a known address',
      async () => {
        const world = await makeWorld(database);
        const app = await enrolled(world.server, world.user.subject);
        const judged: Judged = [];
        let refused = 0;
        let nth = 0;
        for (let minute = 0; minute < days * 24 * 60; minute += minutesBetweenBursts) {
          world.clock.advanceSeconds(minutesBetweenBursts * 60);
          const own = { user: world.user, code: app.code() };
          if (!(await checkSecondFactor(world.server, own, { address: '198.51.100.0' }))) refused++;
          const burst = Array.from({ length: guessesAtOnce }, async () => {
            const mine = nth++;
            const server = world.onSameSettings(others[mine % others.length] ?? database);
            const guess = { user: world.user, code: 'a guess' };
            const answer = await refusal(checkSecondFactor(server, guess, { address: strangeAddress(mine) }));
            if (answer.code !== 'throttled') judged.push(world.clock.now());
          });
          await Promise.all(burst);
        }
        expect(refused).toBe(0);
        expect(mostWithin(judged, dayMs)).toBe(200);
        expect(mostBetweenLocks(judged)).toBe(10);
      },
      timeoutMs,
    );
  });
}

async function signsIn({ server, clientFields, user }: World, address: string): Promise<boolean> {
  const fields = { ...clientFields, user_id: user.userId, user_password: password };
  return (await refusal(issueByCredentials(server, aRequest(fields, { address })))).code === undefined;
}

/** Makes a guess on the authorization page, where clients do not prove their identity. */
async function guessOnPage(
  { client, user }: World,
  server: AuthServer,
  address: string,
  userId = user.userId,
): Promise<string | undefined> {
  const { clientId } = client;
  const signIn = { userId, password: 'a guess', clientId, isClientAuthenticated: false };
  return (await refusal(checkPassword(server, signIn, { address }))).code;
}

async function guessThroughClient(
  { user }: World,
  server: AuthServer,
  { address, ...fields }: Readonly<Record<'client_id' | 'client_secret' | 'address', string>>,
): Promise<string | undefined> {
  const body = { ...fields, user_id: user.userId, user_password: 'a guess' };
  return (await refusal(issueByCredentials(server, aRequest(body, { address })))).code;
}

/** Returns a different address for each guess. */
function strangeAddress(nth: number): string {
  return `10.${(nth >> 16) & 255}.${(nth >> 8) & 255}.${nth & 255}`;
}

function mostWithin(judged: Judged, spanMs: number): number {
  return Math.max(0, ...judged.map((from) => judged.filter((at) => at >= from && at < from + spanMs).length));
}

/** Returns the maximum number of guesses that were judged within a minute, which is the minimum duration of a lock. */
function mostBetweenLocks(judged: Judged): number {
  return mostWithin(judged, minuteMs);
}
