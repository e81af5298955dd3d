import { beforeAll, describe, expect, it } from '@jest/globals';
import { answerTo } from '../../src/attacks/answer-to.js';
import { type AttackedService, attackedServices } from '../../src/attacks/attacked-services.js';
import { type Attack, attacksOn } from '../../src/attacks/attacks.js';
import { mainThreadMs } from '../../src/main-thread.js';
import type { Platform } from '../../src/platform.js';
import { seeded } from '../../src/seeded.js';

/** The goal is 50 ms, which `bodies.long.test.ts` checks. A busy machine can take many times as long. */
const longestHoldMs = 500;
/** Other work on a busy machine can delay one round, but not all of them. */
const mostRounds = 3;
/**
 * The number of attacks without an expected status that are tried here. All other attacks are always tried.
 * `bodies.long.test.ts` tries all attacks, many at the same time.
 */
const tried = 2;

/** @param running a platform with a console */
export function describeBodies(running: () => Platform): void {
  describe('one request cannot block', () => {
    let services: readonly AttackedService[];

    beforeAll(async () => {
      services = await attackedServices(running(), ['10000001']);
    });

    it.each(['api', 'auth', 'console', 'worker'] as const)('the %s, whatever is in it', async (name) => {
      const service = services.find((one) => one.name === name) as AttackedService;
      const found: object[] = [];
      for (const attack of sample(attacksOn(service))) {
        let heldMs = Infinity;
        const statuses = new Set<number | undefined>();
        for (let round = 0; round < mostRounds && heldMs > longestHoldMs; round++) {
          const before = mainThreadMs(service.processId);
          statuses.add(await answerTo(service.url, attack.bytes));
          heldMs = Math.min(heldMs, mainThreadMs(service.processId) - before);
        }
        if (heldMs > longestHoldMs || !areRight([...statuses], attack)) {
          found.push({ sentence: attack.sentence, heldMs, statuses: [...statuses] });
        }
      }
      expect(found).toEqual([]);
      expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
    });
  });
}

function sample(attacks: readonly Attack[]): readonly Attack[] {
  const random = seeded(20_261_125);
  const exact = attacks.filter(({ statuses }) => statuses !== undefined);
  const others = attacks.filter(({ statuses }) => statuses === undefined);
  const drawn = Array.from({ length: tried }, () => Math.floor(random() * others.length));
  return [...exact, ...others.filter((_, position) => drawn.includes(position))];
}

function areRight(statuses: readonly (number | undefined)[], { statuses: right }: Attack): boolean {
  return statuses.every((status) =>
    right === undefined ? status === undefined || status < 500 : right.includes(status as number),
  );
}
