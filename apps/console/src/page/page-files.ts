import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger } from '@nestjs/common';

/** How a file was compressed when the page was built, as named in `Content-Encoding`. */
export type PageEncoding = 'br' | 'gzip' | 'identity';

/** A file of the page, ready to be served. */
export interface PageFile {
  readonly type: string;
  /** A strong ETag of the uncompressed content, with quotes. */
  readonly etag: string;
  /** Whether the file gets another name whenever its content changes. */
  readonly isImmutable: boolean;
  readonly bytes: Readonly<Partial<Record<PageEncoding, Buffer>>> & { readonly identity: Buffer };
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.woff2': 'font/woff2',
};
const compressed = { '.br': 'br', '.gz': 'gzip' } as const;
const page = 'index.html';

/**
 * Holds the files of the built page in memory, because they are few and small. A request can never read a file that is
 * not in this list.
 */
export class PageFiles {
  readonly #files: ReadonlyMap<string, PageFile>;

  constructor(files: ReadonlyMap<string, PageFile>) {
    this.#files = files;
  }

  /** If the page was not built, there are no files. */
  static async open(folder: URL): Promise<PageFiles> {
    const root = fileURLToPath(folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const plain = paths.filter((path) => types[extname(path)] !== undefined);
    const files = await Promise.all(
      plain.map(async (path) => [nameOf(root, path), await readFiles(path, paths)] as const),
    );
    const list = new Map(files.map(([name, file]) => [name, { ...file, isImmutable: name.startsWith('assets/') }]));
    if (!list.has(page)) new Logger('page').warn(`the page was not built: ${root} has no ${page}`);
    return new PageFiles(list);
  }

  /** @param path without a slash at its start */
  find(path: string): PageFile | undefined {
    return this.#files.get(path);
  }

  /** The HTML page, which is served for every path of the application. */
  get page(): PageFile | undefined {
    return this.#files.get(page);
  }
}

function nameOf(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

async function readFiles(path: string, paths: readonly string[]): Promise<Omit<PageFile, 'isImmutable'>> {
  const identity = await readFile(path);
  const others = Object.entries(compressed).filter(([end]) => paths.includes(path + end));
  const smaller = await Promise.all(others.map(async ([end, name]) => [name, await readFile(path + end)] as const));
  return {
    type: types[extname(path)]!,
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`,
    bytes: { ...Object.fromEntries(smaller), identity },
  };
}
