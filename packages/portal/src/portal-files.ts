import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** How a file was compressed at the build, as named in `Content-Encoding`. */
export type PortalEncoding = 'br' | 'gzip' | 'identity';

/** The facts that a server needs to serve a file. */
export interface PortalFile {
  /** The path below the portal's folder, with slashes, such as `ja/index.html`. */
  readonly path: string;
  /** Its media type, for `Content-Type`. */
  readonly type: string;
  /** A strong validator of the uncompressed content, with its quotes (RFC 9110 §8.8.3). */
  readonly etag: string;
  /** Whether its name changes with its content, so that it may be cached for ever. */
  readonly isImmutable: boolean;
  /** Compressed forms in the same folder. */
  readonly encodings: readonly PortalEncoding[];
  /** CSP sources of the page's inline scripts. */
  readonly scripts: readonly string[];
}

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const;
/** The built folders: the guide with the reference of calls, and the pages of the packages. */
const builtFolders = ['site', 'packages'].map((name) => new URL(`./${name}/`, import.meta.url));

/** The built files of the portal. Only listed files are ever read. */
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
   * Returns the file of an address: the file itself, the page of that name, or the first page of a folder.
   *
   * @param path the path below the portal's address, without a slash at the start
   */
  find(path: string): PortalFile | undefined {
    if (path === '' || path.endsWith('/')) return this.#files.get(`${path}index.html`);
    return this.#files.get(path) ?? this.#files.get(`${path}.html`);
  }

  /** Whether there is a folder of that name with its own page, so that its address must end with a slash. */
  isFolder(path: string): boolean {
    return this.#files.has(`${path}/index.html`);
  }

  /** The bytes of a file of this portal in one of its encodings. */
  read(file: PortalFile, encoding: PortalEncoding): Promise<Buffer> {
    return readFile(fileURLToPath(new URL(file.path + suffixes[encoding], this.#folders.get(file))));
  }
}

/** The list is beside its folder. */
async function readList(folder: URL): Promise<PortalFile[]> {
  return JSON.parse(await readFile(new URL(`${folder.href.slice(0, -1)}.json`), 'utf8')) as PortalFile[];
}
