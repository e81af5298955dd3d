import { openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServiceName } from '@trading-platform/bootstrap/local-platform';
import { DeafService } from '../src/deaf-service.js';
import { LogPipe } from '../src/log-pipe.js';
import { Platform } from '../src/platform.js';

/** Even a busy machine writes the last lines in this time. With the tested fault, the process would never end. */
const endAtMostMs = 200_000;

/** The reason why a log cannot be written. */
export type LogFault = 'its reader is gone' | 'its reader takes nothing' | 'the disk is full';

/**
 * Two lists: the services that must keep serving although their log has a fault, and the faults with which an uncaught
 * error ends the worker.
 */
export interface UnwritableLogs {
  readonly serving: readonly { readonly kind: LogFault; readonly names: readonly ServiceName[] }[];
  readonly failing: readonly { readonly kind: LogFault }[];
  /** Whether a log for people is tried too. */
  readonly isForPeopleToo: boolean;
}

/** Tests that a service keeps serving if its log cannot be written, and that it ends when it should. */
export function describeUnwritableLogs({ serving, failing, isForPeopleToo }: UnwritableLogs): void {
  describe('a service whose log cannot be written', () => {
    let platform: Platform;
    let services: DeafService[];
    let pipes: LogPipe[];
    let count = 0;

    beforeAll(async () => {
      // An api becomes ready only when it has the keys of auth.
      platform = await Platform.start({ database: 'sqlite', services: ['auth'] });
    });
    afterAll(() => platform.stop());
    beforeEach(() => {
      services = [];
      pipes = [];
    });
    afterEach(async () => {
      await Promise.all(services.map((service) => service.kill()));
      for (const pipe of pipes) pipe.close();
    });

    async function start(name: ServiceName, output: number): Promise<DeafService> {
      const service = await DeafService.start(platform, name, output);
      services.push(service);
      return service;
    }

    function makePipe(): LogPipe {
      const pipe = new LogPipe(platform.folder, String(count++));
      pipes.push(pipe);
      return pipe;
    }

    /** Sends a signal to all services and returns how each process ended. */
    async function endAll(signal: NodeJS.Signals) {
      const ends = await Promise.all(services.map((service) => service.end(signal)));
      return ends.map(({ code, ms }) => ({ code, inTime: ms < endAtMostMs }));
    }

    const startOne: Readonly<Record<LogFault, (name: ServiceName) => Promise<DeafService>>> = {
      'its reader is gone': async (name) => {
        const pipe = makePipe();
        const service = await start(name, pipe.writeEnd);
        pipe.close();
        return service;
      },
      'its reader takes nothing': (name) => start(name, makePipe().writeEnd),
      'the disk is full': (name) => start(name, openSync('/dev/full', 'w')),
    };

    it.each(serving)(
      'continues to serve where $kind, counts the lost lines, and ends after a signal',
      async ({ kind, names }) => {
        const all = await Promise.all(names.map(startOne[kind]));
        const statuses = await Promise.all(all.map((service) => service.callOften(700)));
        expect(statuses).toEqual(names.map(() => new Set([404])));
        expect(await Promise.all(all.map((service) => service.status('/readyz')))).toEqual(names.map(() => 200));
        const lost = await Promise.all(all.map((service) => service.metric('log_lines_lost_total')));
        expect(Math.min(...lost)).toBeGreaterThan(100);
        expect(await endAll('SIGTERM')).toEqual(names.map(() => ({ code: 0, inTime: true })));
      },
    );

    for (const { kind } of failing) {
      it(`ends with 1 after an uncaught error where ${kind}`, async () => {
        const service = await startOne[kind]('worker');
        await service.callOften(100);
        expect(await endAll('SIGUSR2')).toEqual([{ code: 1, inTime: true }]);
      });
    }

    if (isForPeopleToo) {
      it('ends even if people read it', async () => {
        const pipe = makePipe();
        const service = await DeafService.start(platform, 'worker', pipe.writeEnd, { LOG_FORMAT: 'pretty' });
        services.push(service);
        let text = '';
        while (!text.includes('worker ready')) {
          text += pipe.read();
          await sleep(2);
        }
        await service.callOften(700);
        expect(await service.metric('log_lines_lost_total')).toBeGreaterThan(0);
        expect(await endAll('SIGTERM')).toEqual([{ code: 0, inTime: true }]);
      });
    }

    it('continues with whole lines when its reader returns, and reports the number of lost lines', async () => {
      const pipe = makePipe();
      const service = await start('api', pipe.writeEnd);
      await service.callOften(800);
      const lost = await service.metric('log_lines_lost_total');
      let text = '';
      while (!text.includes('log lines were lost')) {
        text += pipe.read();
        await sleep(2);
      }
      await service.callOften(10);
      expect(await service.end('SIGTERM')).toMatchObject({ code: 0 });
      for (let more = pipe.read(); more !== ''; more = pipe.read()) text += more;
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { msg: string; path?: string; lost_lines?: number });
      const told = lines.filter(({ lost_lines: lostLines }) => lostLines !== undefined);
      expect(told).toEqual([expect.objectContaining({ level: 'error', lost_lines: lost })]);
      expect(lines.filter(({ path }) => path?.startsWith('/xxx'))).toHaveLength(810 - lost);
      expect(lines.at(-1)).toMatchObject({ msg: 'stopped' });
    });
  });
}
