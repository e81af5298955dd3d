import { readFile } from 'node:fs/promises';
import type { DownloadName } from '@trading-platform/domain-types';
import { replaceFile } from '@trading-platform/files';
import { parseObject } from '@trading-platform/terminal';
import { type Held, stateBeside } from '../../files/held.js';
import { checkOwner, checkVersion } from '../check-owner.js';
import type { CopyOwner } from '../copy.js';
import { type KindState, stateVersion } from '../copy-state.js';

/** The state of a kind, and the number of safe bytes of the batch that is being copied. */
export interface DirectoryKindState extends KindState {
  readonly partBytes?: number;
}

interface Content {
  readonly version: number;
  readonly platform: string;
  readonly member_code: string;
  readonly kinds: Partial<Record<DownloadName, DirectoryKindState>>;
}

/**
 * The state file of a folder with copies. `save` replaces the whole file and returns when the new file is on the disk.
 */
export class DirectoryState {
  readonly #path: string;
  readonly #held: Held;
  #content: Content;

  private constructor(path: string, held: Held, content: Content) {
    this.#path = path;
    this.#held = held;
    this.#content = content;
  }

  /** @throws CliError `input` if the file belongs to a newer program or another member */
  static async load(path: string, held: Held, name: string, owner: CopyOwner): Promise<DirectoryState> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const empty = { version: stateVersion, platform: owner.platform, member_code: owner.memberCode, kinds: {} };
    if (text === undefined) return new DirectoryState(path, held, empty);
    const content = parseObject(path, text) as unknown as Content;
    checkVersion(name, content.version);
    checkOwner(name, { platform: content.platform, memberCode: content.member_code }, owner);
    return new DirectoryState(path, held, content);
  }

  of(kind: DownloadName): DirectoryKindState | undefined {
    return this.#content.kinds[kind];
  }

  all(): readonly [DownloadName, DirectoryKindState][] {
    return Object.entries(this.#content.kinds) as [DownloadName, DirectoryKindState][];
  }

  async save(kind: DownloadName, state: DirectoryKindState): Promise<void> {
    const content = { ...this.#content, kinds: { ...this.#content.kinds, [kind]: state } };
    const options = { mode: 0o600, beside: stateBeside, before: () => this.#held.check() };
    await replaceFile(this.#path, `${JSON.stringify(content, undefined, 2)}\n`, options);
    this.#content = content;
  }
}
