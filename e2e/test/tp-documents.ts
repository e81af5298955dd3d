import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CallerFolder } from '../src/caller-folder.js';
import { type DemoMarket, loadedRecords } from '../src/demo-market.js';
import { dayAhead } from '../src/order-market.js';
import type { Platform } from '../src/platform.js';
import { examples, installTp, pageSources, runExample } from '../src/portal-examples.js';
import { programs } from '../src/programs.js';

const readme = new URL('../../programs/tp/README.md', import.meta.url);

interface Product {
  readonly member_code: string;
  readonly member_code_partner: string;
  readonly catalog: readonly { readonly catalog_id: string }[];
}

/** The scripts for `tp` that its page shows. The sandbox has its own page, and its script needs a sandbox. */
const ofPage = examples.filter((name) => name.startsWith('tp-') && name !== 'tp-sandbox.sh');

/**
 * Tests what the README and the portal say about `tp`, with a market of members, products, slips and delivery places.
 *
 * @param isWhole whether the scripts of the portal run too, and not only the tour of the README
 */
export function describeTpDocuments(
  scene: () => { readonly platform: Platform; readonly market: DemoMarket },
  isWhole: boolean,
): void {
  describe('the documents about tp', () => {
    let place: CallerFolder | undefined;
    afterAll(() => place?.remove());

    it('README: the first tour runs unchanged', async () => {
      const { platform, market } = scene();
      const caller = await platform.caller(market.headOffice);
      place = await CallerFolder.make(caller.addresses, caller.credentials);
      await mkdir(place.path('data'));
      await cp(place.path('caller.json'), place.path('data/demo.json'));
      const products = await loadedRecords<Product>(market, 'master');
      const product = products.find((each) => each.member_code === market.headOffice && each.catalog.length > 0);
      const order = {
        upload_no: 'readme-1',
        member_code_self: product?.member_code,
        member_code_partner: product?.member_code_partner,
        hope_delivery_date: dayAhead(30),
        send_flg: '0',
        detail_list: [{ line_no: '1', catalog_id: product?.catalog[0]?.catalog_id, prod_lot_qty: '6' }],
      };
      await writeFile(place.path('data/demo-orders.json'), JSON.stringify({ order_list: [order] }));

      const commands = await firstLookAround();
      expect(commands.filter((command) => command.startsWith('tp ')).length).toBeGreaterThan(10);
      for (const command of commands) {
        const { code, output } = await typed(place, command);
        expect([command, code, output]).toEqual([command, 0, expect.any(String)]);
      }
      expect((await place.read('master.ndjson')).split('\n').length).toBeGreaterThan(100);
      expect((await place.read('lines.csv')).split('\r\n').length).toBeGreaterThan(5);
      expect(await place.tp('whoami')).toMatchObject({ code: 3 });

      const statements = (await blockBehind('```sql\n')).split(';\n').filter((statement) => statement !== '');
      const database = new DatabaseSync(place.path('mirror.db'), { readOnly: true });
      const counts = statements.map((statement) => database.prepare(statement).all().length);
      database.close();
      expect(counts).toEqual([expect.any(Number), expect.any(Number), expect.any(Number), 6]);
      expect(Math.min(...counts.slice(1))).toBeGreaterThan(0);

      await writeFile(place.path('stores.json'), JSON.stringify({ member_group_code_list: market.memberGroups }));
      const toFolder = (await readFile(readme, 'utf8')).match(/^tp sync .* --to copy\/ .*$/m)?.[0] ?? '';
      expect(await typed(place, `${toFolder} --credentials caller.json`)).toMatchObject({ code: 0 });
      expect(await readdir(place.path('copy'))).toContain('master_catalog.parquet');
    });

    it('portal: the page shows every script', () => {
      expect(shownScripts().toSorted()).toEqual(ofPage);
    });

    if (isWhole) {
      it('portal: the scripts of the page run unchanged, in their order', async () => {
        if (place === undefined) throw new Error('No caller has a folder');
        const { platform, market } = scene();
        const caller = JSON.parse(await place.read('caller.json')) as object;
        const service = await platform.operate<object>([
          'client',
          'create',
          '--name',
          'Nightly',
          '--member-code',
          market.headOffice,
        ]);
        await installTp(place.folder, caller, undefined, {
          ...caller,
          ...service,
          user_id: '',
          user_password: '',
          client_credentials: true,
        });
        for (const name of shownScripts()) {
          const { code, errors } = await runExample(name, place.folder, {});
          expect([name, code, errors]).toEqual([name, 0, expect.any(String)]);
        }
        const written = await readdir(place.folder);
        expect(written).toEqual(expect.arrayContaining(['master.ndjson', 'lines.csv', 'mirror.db']));
        expect(written.filter((name) => /^slips-\d{8}\.ndjson\.gz$/.test(name))).toHaveLength(1);
        expect(await place.read('.local/share/bash-completion/completions/tp')).toContain(
          'complete -o default -F _tp tp',
        );
      });
    }

    it('portal: the pages in both languages have the exit codes of the program', async () => {
      const { output } = (await place?.tp('--help')) ?? { output: '' };
      const [, line = ''] = /^Exit codes: (.*)\.$/m.exec(output) ?? [];
      const codes = line.split('; ').map((each) => /^(\d+) (.*)$/.exec(each)?.slice(1) ?? []);
      expect(rowsOf('command-line.md')).toEqual(codes);
      expect(rowsOf('ja/command-line.md').map(([code]) => code)).toEqual(codes.map(([code]) => code));
    });
  });
}

/** The scripts in the order in which the page shows them. */
function shownScripts(): readonly string[] {
  const page = pageSources().get('command-line.md') ?? '';
  return [...page.matchAll(/^<<< @\/examples\/(\S+)$/gm)].map(([, name = '']) => name);
}

/** Reads the table of exit codes from a page of the portal. */
function rowsOf(page: string): readonly (readonly string[])[] {
  const source = pageSources().get(page) ?? '';
  return [...source.matchAll(/^\| `(\d+)` +\| (.*?) +\|$/gm)].map(([, ...cells]) => cells);
}

/** Returns the commands, one for each line. */
async function firstLookAround(): Promise<readonly string[]> {
  return (await blockBehind('these commands run unchanged:\n\n```\n')).trimEnd().split('\n');
}

async function blockBehind(fence: string): Promise<string> {
  const [, behind = ''] = (await readFile(readme, 'utf8')).split(fence);
  return behind.split('```')[0] ?? '';
}

/** A command that needs no shell runs in the process that runs all commands. */
async function typed(
  place: CallerFolder,
  command: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  if (!/^tp [\w ./:,=-]+$/.test(command)) return inShell(place, command);
  const { code, output, errors } = await place.tp(...command.split(/ +/).slice(1));
  return { code, output: output + errors };
}

async function inShell(
  place: CallerFolder,
  command: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const script = `tp() { '${process.execPath}' '${programs.tp}' "$@"; }\n${command} 2>&1`;
  const env = { PATH: process.env['PATH'] ?? '', TP_CONFIG_DIR: place.path('config') };
  const child = spawn('bash', ['-c', script], { cwd: place.folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [output, code] = await Promise.all([text(child.stdout), ended]);
  return { code, output };
}
