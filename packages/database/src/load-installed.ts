/** Thrown if an optional package is needed but not installed. The message names the missing package. */
export class MissingPackageError extends Error {
  override readonly name = 'MissingPackageError';
}

/** The names of packages, and their purpose. */
export interface NeededPackages {
  /** The names of the packages on the npm registry. */
  readonly packages: readonly string[];
  /** The purpose of the packages, such as `open PostgreSQL`. */
  readonly purpose: string;
}

const notFound: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * Loads a module that imports optional packages.
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
