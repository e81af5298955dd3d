import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { aMember, Workplace } from './run-tpctl.js';

const slipCount = 120_000;
/** The imported slips are several times larger. */
const growthMegabytes = 100;
const sampleMs = 100;

it('imports slips from a pipe at memory that does not grow with their number', async () => {
  const workplace = await Workplace.make();
  try {
    await workplace.write('members.ndjson', [aMember('BUYER'), aMember('SELLER')]);
    await workplace.tpctl(['import', 'members', 'members.ndjson']);
    const input = new CountedSlips();
    const peaks = { firstHalf: 0, secondHalf: 0 };
    const sample = (child: ChildProcess) => {
      const half = input.given <= slipCount / 2 ? 'firstHalf' : 'secondHalf';
      peaks[half] = Math.max(peaks[half], residentMegabytes(child));
    };
    let sampling: NodeJS.Timeout | undefined;
    const onStart = (child: ChildProcess) => {
      sampling = setInterval(() => sample(child), sampleMs);
    };
    const { code, stdout } = await workplace.tpctl(['import', 'trade', '-', '--json'], { input, onStart });
    clearInterval(sampling);
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, added: slipCount, refused: 0 });
    expect(peaks.firstHalf).toBeGreaterThan(0);
    expect(peaks.secondHalf - peaks.firstHalf).toBeLessThan(growthMegabytes);
  } finally {
    await workplace.remove();
  }
}, 600_000);

class CountedSlips implements Iterable<string> {
  given = 0;

  *[Symbol.iterator]() {
    for (; this.given < slipCount; this.given++) yield `${JSON.stringify(aSlip(this.given))}\n`;
  }
}

function aSlip(number: number): object {
  const [self, partner] = number % 2 === 0 ? ['BUYER', 'SELLER'] : ['SELLER', 'BUYER'];
  return {
    trade_id: `T${number}`,
    member_code_self: self,
    member_code_partner: partner,
    status_code: '40',
    order_day: '2026-01-05',
    detail_list: Array.from({ length: 10 }, (_, line) => ({ item_id: `I${number}-${line}`, item_name: '若鶏もも肉' })),
  };
}

/** Current memory of a process (Linux); 0 after its end. */
function residentMegabytes({ pid, exitCode }: ChildProcess): number {
  if (exitCode !== null) return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}
