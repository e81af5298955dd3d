/** An error that the user can correct, and that is therefore shown as one line without a stack trace. */
export class Failure extends Error {
  /** @override */
  name = 'Failure';
}

/**
 * Returns the description of an error on one line.
 *
 * @param {unknown} error
 */
export function failureLine(error) {
  if (error instanceof Failure) return error.message;
  const { code, path, syscall } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return `No permission to write ${path ?? 'here'} (${code}). Give your user write access to this folder.`;
  }
  if (code === 'ENOSPC') return `The disk is full${path === undefined ? '' : ` (${path})`}.`;
  const message = error instanceof Error ? error.message : String(error);
  return syscall === undefined ? `Unexpected error: ${message}` : message;
}
