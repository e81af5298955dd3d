import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, expect } from '@jest/globals';
import { SandboxFront } from '@trading-platform/sandbox';
import { CallerFolder } from '../src/caller-folder.js';
import { loadDemoMarket } from '../src/demo-market.js';
import { describePlatform } from '../src/describe-platform.js';
import { seeded } from '../src/seeded.js';

const rounds = 3;
const kills = 5;
const longestDelayMs = 1_500;
const seed = 42;

/** Returns the text of a file without the fields that differ between batches. */
async function content(place: CallerFolder, name: string): Promise<string> {
  const bytes = await readFile(place.path(name));
  const text = (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text
    .replace(/"batch_id":"\d+",/g, '')
    .replace(/"create_date":"[^"]*",/g, '')
    .replace(/^\d+,(\d+),\d{4}-[^,]*,/gm, '$1,');
}

describePlatform('tp, killed and on a breaking connection,', { database: 'sqlite' }, (flow, platform) => {
  let place: CallerFolder;
  let front: SandboxFront;
  let master: readonly string[];
  afterAll(async () => {
    await place?.remove();
    await front?.stop();
  });

  flow('has a market and a caller', async () => {
    const market = await loadDemoMarket(platform(), ['members', 'master']);
    const caller = await platform().caller(market.headOffice);
    front = await SandboxFront.start(caller.addresses);
    const { apiUrl } = front.addresses('worn-line');
    place = await CallerFolder.make({ ...caller.addresses, apiUrl }, caller.credentials);
    const groups = market.memberGroups.join(',');
    master = [
      'download',
      'master',
      '--credentials',
      'caller.json',
      '--member-group-code',
      groups,
      '--records-per-get',
      '20',
    ];
  });

  for (const extension of ['ndjson', 'ndjson.gz', 'json', 'csv']) {
    flow(
      `loses and repeats no record in .${extension}`,
      async () => {
        const random = seeded(seed);
        const args = extension === 'csv' ? [...master, '--table', 'header'] : master;
        const whole = `whole.${extension}`;
        expect(await place.tp(...args, '--out', whole)).toMatchObject({ code: 0 });
        let killed = 0;
        for (let round = 0; round < rounds; round++) {
          const out = `round-${round}.${extension}`;
          const delays = Array.from({ length: kills }, () => Math.floor(random() * longestDelayMs));
          const done = await place.downloadWithKills(out, args, delays);
          expect(done.last).toMatchObject({ code: 0 });
          expect(await content(place, out)).toBe(await content(place, whole));
          killed += done.kills;
        }
        expect(killed).toBeGreaterThan(rounds);
      },
      600_000,
    );
  }
});
