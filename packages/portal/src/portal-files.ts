import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** How a file was compressed at the build, in the words of `Content-Encoding`. */
export type PortalEncoding = 'br' | 'gzip' | 'identity';

/** What a server must know of a file to serve it. */
export interface PortalFile {
  /** Below the portal's folder, with slashes: `ja/index.html`. */
  readonly path: string;
  /** Its media type, as `Content-Type` says it. */
  readonly type: string;
  /** A strong validator of the content that is not compressed, with its quotes (RFC 9110 §8.8.3). */
  readonly etag: string;
  /** Whether its name changes with its content, so that it may be kept for ever. */
  readonly isImmutable: boolean;
  /** The compressed forms that lie beside it. */
  readonly encodings: readonly PortalEncoding[];
  /** CSP sources of the scripts that stand in a page itself. */
  readonly scripts: readonly string[];
}

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const;
/** What the build has made: the guide with the reference of calls, and the pages of the packages. */
const builtFolders = ['site', 'packages'].map((name) => new URL(`./${name}/`, import.meta.url));

/** The files of the portal as they were built. Nothing outside their list is ever read. */
export class PortalFiles {
  readonly #files: ReadonlyMap<string, PortalFile>;
  readonly #folders: ReadonlyMap<PortalFile, URL>;

  private constructor(built: readonly (readonly [URL, readonly PortalFile[]])[]) {
    const placed = built.flatMap(([folder, files]) => files.map((file) => [file, folder] as const));
    this.#folders = new Map(placed);
    this.#files = new Map(placed.map(([file]) => [file.path, file]));
  }

  /** @throws if the portal was not built */
  static async open(): Promise<PortalFiles> {
    return new PortalFiles(
      await Promise.all(builtFolders.map(async (folder) => [folder, await readList(folder)] as const)),
    );
  }

  get all(): readonly PortalFile[] {
    return [...this.#files.values()];
  }

  /**
   * The file that an address means: itself, the page of that name, or the first page of a folder.
   *
   * @param path below the portal's address, without a slash at the start
   */
  find(path: string): PortalFile | undefined {
    if (path === '' || path.endsWith('/')) return this.#files.get(`${path}index.html`);
    return this.#files.get(path) ?? this.#files.get(`${path}.html`);
  }

  /** Whether there is a folder of that name with a page of its own: its address ends with a slash. */
  isFolder(path: string): boolean {
    return this.#files.has(`${path}/index.html`);
  }

  /** The bytes of a file of this portal in one of its encodings. */
  read(file: PortalFile, encoding: PortalEncoding): Promise<Buffer> {
    return readFile(fileURLToPath(new URL(file.path + suffixes[encoding], this.#folders.get(file))));
  }
}

/** The list of a folder lies beside it. */
async function readList(folder: URL): Promise<PortalFile[]> {
  return JSON.parse(await readFile(new URL(`${folder.href.slice(0, -1)}.json`), 'utf8')) as PortalFile[];
}
