import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { ApiCaller } from '../src/api-caller.js';
import { type ExampleScene, runExample, variablesOf } from '../src/portal-examples.js';

const path = '/master/download/buy';
const kept = 120;
const done = (output: string) => ({ code: 0, output, errors: '' });

/** Tests examples that keep a copy of all products. */
export function describeMirrors(scene: () => ExampleScene): void {
  async function place(name: string) {
    const { platform, market, folder } = scene();
    const caller = await platform.caller(market.headOffice);
    const own = join(folder, name);
    await mkdir(own);
    const variables = { ...variablesOf(caller), ACCESS_TOKEN: await caller.token() };
    const run = (program: string) => runExample(program, own, variables);
    return { caller, own, run };
  }

  describe.each(['mirror.ts', 'mirror.py'])('%s', (program) => {
    it('loads all products, and then only changes', async () => {
      const { caller, own, run } = await place(`${program}-changes`);
      const { count } = await newBatch(caller);
      const copied = `${count} products are in products.json\n`;
      expect(await run(program)).toEqual(done(`${count} records came, ${copied}`));
      expect(await run(program)).toEqual(done(`0 records came, ${copied}`));
      expect(await readdir(own)).toEqual(['products.json']);
    });

    it('continues where a killed run has stopped', async () => {
      const { caller, own, run } = await place(`${program}-killed`);
      const { batchId, count } = await newBatch(caller);
      const some = await caller.records(path, { batchId, count: kept, arrayName: 'master', pageSize: kept });
      const whole = Buffer.from(some.map((record) => `${JSON.stringify(record)}\n`).join(''));
      await writeFile(join(own, 'products.part'), Buffer.concat([whole, Buffer.from('{"seq":"1')]));
      const job = { batch_id: batchId, count, changes: false, cursor: null, records: kept, bytes: whole.length };
      await writeFile(join(own, 'products.job.json'), JSON.stringify(job));
      const printed = `Goes on after record ${kept}\n${count} records came, ${count} products are in products.json\n`;
      expect(await run(program)).toEqual(done(printed));
      const copy = JSON.parse(await readFile(join(own, 'products.json'), 'utf8')) as { products: object };
      expect(Object.keys(copy.products)).toHaveLength(count);
    });
  });
}

async function newBatch(caller: ApiCaller): Promise<{ readonly batchId: string; readonly count: number }> {
  const batchId = await caller.request(path);
  const { count } = await caller.waitForEnd(path, batchId);
  expect(count).toBeGreaterThan(kept);
  return { batchId, count };
}
