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
const builtFolder = new URL('./site/', import.meta.url);
const builtList = new URL('./files.json', import.meta.url);

/** The files of the portal as they were built. Nothing outside their list is ever read. */
export class PortalFiles {
  readonly #folder: URL;
  readonly #files: ReadonlyMap<string, PortalFile>;

  private constructor(folder: URL, files: readonly PortalFile[]) {
    this.#folder = folder;
    this.#files = new Map(files.map((file) => [file.path, file]));
  }

  /** @throws if the portal was not built */
  static async open(folder = builtFolder, list = builtList): Promise<PortalFiles> {
    return new PortalFiles(folder, JSON.parse(await readFile(list, 'utf8')) as PortalFile[]);
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

  /** The bytes of a file in one of its encodings. */
  read({ path }: PortalFile, encoding: PortalEncoding): Promise<Buffer> {
    return readFile(fileURLToPath(new URL(path + suffixes[encoding], this.#folder)));
  }
}
