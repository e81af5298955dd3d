import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { type PostgresServer, startPostgres } from '@trading-platform/database/testing/postgres';
import { loadOrderMarket, orderMembers } from '../src/order-market.js';
import { Platform } from '../src/platform.js';
import { seeded } from '../src/seeded.js';
import { SoakCaller } from '../src/soak-caller.js';
import { growing, readProcess, readTables, rowsOverTime, type SoakSample } from '../src/soak-gauges.js';
import { type SoakCounts, SoakLoad } from '../src/soak-load.js';

const services = ['auth', 'api', 'worker'] as const;
const weekMs = 7 * 86_400_000;
const samplesOfRun = 40;
const killsOfRun = 60;
const shortestKillPauseMs = 5_000;
/**
 * Housekeeping runs once a minute of real time, even if the clock runs faster. In a run whose clock is faster than
 * this, housekeeping runs too seldom to judge the growth of tables.
 */
const judgedSpeed = weekMs / (60 * 60_000);
const atMost = { residentBytes: 500e6, handles: 400 };
/**
 * Old rows of these tables are kept on purpose, because later orders are compared with them. `tpctl archive` would
 * remove them.
 */
const keptByIntention = ['removed_slip', 'upload_number', 'update_number'];
const clock = new URL('../src/hurried-clock.mjs', import.meta.url).href;

/**
 * Retention times that fit the fast clock of the services, so that data kept for days appears and disappears within the
 * run.
 */
const settings = {
  ACCESS_TOKEN_LIFETIME_SECONDS: String(12 * 3_600),
  REFRESH_TOKEN_LIFETIME_SECONDS: String(36 * 3_600),
  REISSUE_GRACE_SECONDS: String(3_600),
  KEY_SET_STALE_SECONDS: String(24 * 3_600),
  AUDIT_RETENTION_DAYS: '1',
  CHANGES_KEPT_DAYS: '1',
  BATCH_RETENTION_HOURS: '36',
  BATCH_RETENTION_AFTER_USE_HOURS: '24',
  BATCH_RETENTION_AT_MOST_HOURS: '48',
  BATCH_ROW_RETENTION_HOURS: '48',
  BATCH_LEASE_SECONDS: '2',
};

/**
 * Simulates a week in a few minutes on PostgreSQL, with uploads, downloads by both sides, expired tokens and removals.
 * Services and PostgreSQL are killed all the time. All results are compared completely, and stored data must not grow
 * without limit.
 */
export function describeSoak(minutes: number, seed: number): void {
  describe(`a week in ${minutes} minutes on PostgreSQL`, () => {
    it(
      'loses and repeats nothing, and nothing grows without end',
      async () => {
        const server = await startPostgres({ durable: true, databases: ['auth', 'ordering'] });
        const speed = weekMs / (minutes * 60_000);
        const soak = await Soak.start(server, speed);
        try {
          const { batches, removed } = await soak.run(minutes * 60_000, seeded(seed));
          expect(Math.min(batches, removed)).toBeGreaterThan(0);
        } catch (error) {
          if (error instanceof Error) error.message += `\n\n${soak.logTail()}`;
          throw error;
        } finally {
          await soak.end();
          await server.end();
        }
      },
      minutes * 60_000 + 600_000,
    );
  });
}

class Soak {
  readonly #platform: Platform;
  readonly #server: PostgresServer;
  readonly #addresses: readonly string[];
  readonly #speed: number;
  readonly #stop = new AbortController();
  readonly #samples: SoakSample[] = [];
  readonly #load = new SoakLoad(this.#stop.signal);
  #kills = 0;

  private constructor(platform: Platform, server: PostgresServer, addresses: readonly string[], speed: number) {
    this.#platform = platform;
    this.#server = server;
    this.#addresses = addresses;
    this.#speed = speed;
  }

  static async start(server: PostgresServer, speed: number): Promise<Soak> {
    const databases = {
      AUTH_DATABASE_URL: server.addressOf('auth'),
      ORDERING_DATABASE_URL: server.addressOf('ordering'),
    };
    const clockSettings = { TEST_CLOCK_FROM: String(Date.now()), TEST_CLOCK_SPEED: String(speed) };
    const platform = await Platform.start({
      database: 'sqlite',
      services: [],
      settings: { ...settings, ...databases, ...clockSettings },
    });
    const soak = new Soak(platform, server, Object.values(databases), speed);
    await loadOrderMarket(platform);
    for (const name of services) await soak.#startService(name);
    return soak;
  }

  async run(durationMs: number, random: () => number): Promise<SoakCounts> {
    const callers = await Promise.all([orderMembers.buyer, orderMembers.seller].map((code) => this.#caller(code)));
    const [buyer, seller] = callers as [SoakCaller, SoakCaller];
    const flows = this.#load.run(buyer, seller);
    const faults = this.#doFaults(durationMs, random);
    try {
      await Promise.race([flows, faults]);
      await faults;
      await this.#endFlows(flows);
    } finally {
      this.#tell(callers);
    }
    this.#judge(callers);
    return this.#load.counts;
  }

  /**
   * Errors of calls that were stopped are ignored. Such errors are recognised by their name, because their class
   * belongs to another realm than Jest's `Error`.
   */
  async #endFlows(flows: Promise<void>): Promise<void> {
    this.#stop.abort();
    await flows.catch((error: unknown) => {
      if ((error as Partial<Error> | undefined)?.name !== 'AbortError') throw error;
    });
  }

  logTail(): string {
    return this.#platform.logTail();
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#platform.stop();
  }

  async #caller(memberCode: string): Promise<SoakCaller> {
    const { addresses, credentials } = await this.#platform.caller(memberCode);
    return new SoakCaller(addresses, credentials, this.#stop.signal);
  }

  /** Kills services, removes slips and takes samples in turn until the time is over. */
  async #doFaults(durationMs: number, random: () => number): Promise<void> {
    const began = performance.now();
    const part = () => (performance.now() - began) / durationMs;
    let [killAt, sampleAt, removeAt] = [0.5 / killsOfRun, 0, 1 / 7];
    while (part() < 1) {
      const now = part();
      if (now >= sampleAt) {
        await this.#sample(now);
        sampleAt += 1 / samplesOfRun;
      }
      if (now >= removeAt) {
        await this.#removeSlips(performance.now() - durationMs / 7);
        removeAt += 1 / 14;
      }
      if (now >= killAt) {
        await this.#killOne(random);
        killAt = part() + Math.max(shortestKillPauseMs / durationMs, (2 * random()) / killsOfRun);
      }
      await sleep(500);
    }
  }

  async #killOne(random: () => number): Promise<void> {
    const victims = [...services, this.#server];
    const victim = victims[Math.floor(random() * victims.length)] ?? 'worker';
    this.#kills++;
    if (typeof victim === 'string') {
      await this.#platform.service(victim).end('SIGKILL');
      await this.#startService(victim);
    } else {
      await victim.kill();
      await victim.start();
    }
  }

  async #removeSlips(takenBefore: number): Promise<void> {
    const ids = this.#load.removable(takenBefore);
    const sides = [orderMembers.buyer, orderMembers.seller];
    const keys = ids.flatMap((trade_id) => sides.map((member_code_self) => ({ trade_id, member_code_self })));
    const lines = keys.map((key) => `${JSON.stringify(key)}\n`).join('');
    await this.#platform.operate(['import', 'trade', '-', '--delete'], lines);
    this.#load.noteRemoved(ids);
  }

  async #sample(part: number): Promise<void> {
    const running = services.map((name) => [name, readProcess(this.#platform.service(name).processId)] as const);
    this.#samples.push({
      part,
      ...(await readTables(this.#addresses)),
      residentBytes: new Map(running.map(([name, { residentBytes }]) => [name, residentBytes])),
      handles: new Map(running.map(([name, { handles }]) => [name, handles])),
    });
  }

  async #startService(name: (typeof services)[number]): Promise<void> {
    await this.#platform.startService(name, { flags: ['--import', clock] });
  }

  #growing(): readonly string[] {
    return growing(this.#samples).filter((text) => !keptByIntention.some((name) => text.startsWith(`${name}:`)));
  }

  #tell(callers: readonly SoakCaller[]): void {
    const { batches, records, uploads, removed } = this.#load.counts;
    const sumOf = (name: 'reissued' | 'failedBatches') => callers.reduce((sum, caller) => sum + caller[name], 0);
    const most = (name: 'residentBytes' | 'handles', service: string) =>
      Math.max(...this.#samples.map((sample) => sample[name].get(service) ?? 0));
    const processes = services.map(
      (name) => `${name} ${(most('residentBytes', name) / 1e6).toFixed(0)} MB, ${most('handles', name)} handles`,
    );
    const disk = this.#samples.map(({ diskBytes }) => (diskBytes / 1e6).toFixed(0));
    process.stdout.write(
      `${this.#kills} kills; ${batches} batches with ${records} records compared, ${uploads} uploads, ${removed} slips removed, ` +
        `${sumOf('reissued')} tokens reissued, ${sumOf('failedBatches')} batches failed; at most ${processes.join('; ')}; ` +
        `databases ${disk[0]} MB at first, ${disk[Math.floor(disk.length / 2)]} MB in the middle, ${disk.at(-1)} MB at the end; growing: ${this.#growing().join(', ') || 'nothing'}\n` +
        rowsOverTime(this.#samples),
    );
  }

  #judge(callers: readonly SoakCaller[]): void {
    if (this.#speed <= judgedSpeed) expect(this.#growing()).toEqual([]);
    for (const { residentBytes, handles } of this.#samples) {
      expect(Math.max(...residentBytes.values())).toBeLessThan(atMost.residentBytes);
      expect(Math.max(...handles.values())).toBeLessThan(atMost.handles);
    }
    for (const { reissued } of callers) expect(reissued).toBeGreaterThan(0);
  }
}
