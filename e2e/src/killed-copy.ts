import { writeFile } from 'node:fs/promises';
import { SandboxFront } from '@trading-platform/sandbox';
import type { Addresses, Credentials } from './api-caller.js';
import { CallerFolder, type TpResult } from './caller-folder.js';
import { differences, expectedTables } from './mirror-differences.js';
import { type Mirror, type MirrorKind, type MirrorRow, makeMirror } from './mirror-tables.js';

/** Every second call is disturbed. The disturbance is different each time. */
const choice = 'worn-line';

/** A copy that `tp sync` makes. The connection to the platform breaks repeatedly. */
export class KilledCopy {
  readonly kind: MirrorKind;
  /** The number of runs that were killed before their end. */
  kills = 0;
  readonly #place: CallerFolder;
  readonly #front: SandboxFront;
  readonly #mirror: Mirror;

  private constructor(kind: MirrorKind, place: CallerFolder, front: SandboxFront, mirror: Mirror) {
    this.kind = kind;
    this.#place = place;
    this.#front = front;
    this.#mirror = mirror;
  }

  static async make(
    kind: MirrorKind,
    addresses: Addresses,
    credentials: Credentials,
    { masterFilter }: { readonly masterFilter: object },
  ): Promise<KilledCopy> {
    const front = await SandboxFront.start(addresses);
    const { apiUrl } = front.addresses(choice);
    const place = await CallerFolder.make({ ...addresses, apiUrl }, credentials);
    await writeFile(place.path('master.json'), JSON.stringify(masterFilter));
    return new KilledCopy(kind, place, front, await makeMirror(kind, place));
  }

  /** The number of different connection faults so far. */
  get faultsSeen(): number {
    return Object.keys(this.#front.run(choice)?.actions ?? {}).filter((action) => action !== 'pass').length;
  }

  /** Completes the copy. */
  run(): Promise<TpResult> {
    return this.#start().ended;
  }

  /** Starts `tp sync` and kills it when `untilThen` resolves, unless it has ended before. Returns its error output. */
  async runAndKill(untilThen: () => Promise<unknown>): Promise<string> {
    const { child, ended } = this.#start();
    await Promise.race([untilThen(), ended]);
    child.kill('SIGKILL');
    const { code, errors } = await ended;
    if (code === null) this.kills++;
    return errors;
  }

  /** Returns the differences between the copy and these records, by kind. */
  async differencesFrom(records: ReadonlyMap<string, readonly MirrorRow[]>): Promise<string[]> {
    const found = await this.#mirror.tables();
    const told = differences(expectedTables(records), this.kind === 'folder' ? expectedTables(found) : found);
    return told.map((difference) => `${this.kind}: ${difference}`);
  }

  async remove(): Promise<void> {
    await this.#mirror.remove();
    await this.#place.remove();
    await this.#front.stop();
  }

  #start() {
    const what = ['master', 'trade', 'settings', '--filter', 'master=master.json', '--to', this.#mirror.to];
    const how = ['--credentials', 'caller.json', '--records-per-get', '50'];
    return this.#place.start(['sync', ...what, ...how], this.#mirror.env);
  }
}
