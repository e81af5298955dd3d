/** Error codes of SQLite, PostgreSQL, the network and object storage after which the same call may succeed a little later. */
const passing: readonly RegExp[] = [
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CORRUPT|NOTADB)/,
  /^(08|53|57P|40001|40P01|55P03|57014)/,
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENOSPC)$/,
  /^unavailable$/,
];

/** Seconds after which a caller may try again if a database or the disk does not answer. */
export const unavailableForSeconds = 5;

/** Whether an error means that a database, the disk, the network or a bucket is temporarily unavailable. */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError, cause, message } = error as Record<string, unknown>;
  if (typeof code === 'string' && passing.some((pattern) => pattern.test(code))) return true;
  if (typeof message === 'string' && /timeout exceeded when trying to connect|Connection terminated/.test(message)) {
    return true;
  }
  return isUnavailable(driverError) || isUnavailable(cause);
}
