/** An optional package is needed and not installed. The message names it. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError';
}

/** Packages, and their purpose. */
export interface NeededPackages {
  /** Names on the npm registry. */
  readonly packages: readonly string[];
  /** The purpose: `open PostgreSQL`. */
  readonly purpose: string;
}

const notFound: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * Loads a module that imports optional peers.
 *
 * @throws MissingPackageError when one of them is not installed
 */
export async function loadInstalled<Loaded>(
  load: () => Promise<Loaded>,
  { packages, purpose }: NeededPackages,
): Promise<Loaded> {
  try {
    return await load();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (!notFound.has(code) || !packages.some((name) => message.includes(`'${name}'`))) throw cause;
    const names = packages.join(' ');
    throw new MissingPackageError(`Install ${names} to ${purpose}: npm install ${names}`, { cause });
  }
}
