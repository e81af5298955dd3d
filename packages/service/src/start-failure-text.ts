interface SystemError {
  readonly code?: string;
  readonly port?: number;
  readonly address?: string;
  readonly path?: string;
  readonly driverError?: unknown;
}

type Describe = (error: SystemError) => string;

const descriptions: Readonly<Record<string, Describe>> = {
  EADDRINUSE: ({ port }) => `port ${port ?? ''} is already in use; stop the other program or choose another port`,
  EADDRNOTAVAIL: ({ address }) => `this machine has no address ${address ?? ''}; check HOST`,
  EACCES: ({ port, path }) =>
    port === undefined ? `no permission for ${path ?? 'a file'}` : `no permission to listen on port ${port}`,
  EPERM: ({ path }) => `no permission for ${path ?? 'a file'}`,
  ENOSPC: () => 'the disk is full',
  ECONNREFUSED: ({ address, port }) =>
    `nothing answers at ${address ?? 'the database'}${port === undefined ? '' : `:${port}`}`,
  SQLITE_CANTOPEN: () => 'the database file cannot be opened; check its folder and the permissions',
  SQLITE_READONLY: () => 'the database file cannot be written; check its permissions',
  SQLITE_FULL: () => 'the disk is full',
  SQLITE_NOTADB: () => 'the database file is not a SQLite database',
};

/** Describes in one line, without a stack, why a service could not start, and the remedy. */
export function startFailureText(error: unknown): string {
  for (const cause of causes(error)) {
    const textOf = descriptions[cause.code ?? ''];
    if (textOf !== undefined) return textOf(cause);
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\s+/g, ' ').trim() || 'unknown error';
}

/** An error, its causes, and the parts of an aggregate error, which several addresses of one host cause. */
function* causes(error: unknown): Generator<SystemError> {
  if (typeof error !== 'object' || error === null) return;
  yield error;
  if (error instanceof AggregateError) for (const part of error.errors) yield* causes(part);
  yield* causes((error as SystemError).driverError);
  if (error instanceof Error) yield* causes(error.cause);
}
