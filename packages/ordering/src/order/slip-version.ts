/** The version of a slip that is new. */
export const firstVersion = 1;

/** Another update was applied first (E000013). */
export const updatedElsewhere = 'updated-elsewhere';

/**
 * Rule "version of an import line": a line that names a version must name the stored one; a changed slip gets the next.
 * A slip that is not stored takes the named version, so that versions do not go back when a platform moves.
 *
 * @param stored nothing for a slip that is not stored
 * @param named nothing for a line without a version
 * @returns the version that a changed slip gets
 */
export function versionOfImport(
  stored: number | undefined,
  named: number | undefined,
): number | typeof updatedElsewhere {
  if (stored === undefined) return named ?? firstVersion;
  return named === undefined || named === stored ? stored + 1 : updatedElsewhere;
}
