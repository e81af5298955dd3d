/** The version of a new slip. Each later change of a slip by either side adds one to its version (ADR 0017). */
export const firstVersion = 1;

/** The stored state of a slip and of the view that a line of an import file names. */
export interface StoredVersion {
  /** The version of the slip before the line was loaded, or undefined if the slip was not stored. */
  readonly version: number | undefined;
  /**
   * If the line has the same content as the stored view, the earlier version that this content replaced. Undefined for any other
   * line.
   */
  readonly replaced: number | undefined;
}

/**
 * Rule "version of an import line": a line is refused if it names a different version from the stored one, because another update
 * was applied first (E000013). If a line is loaded twice, the second load changes nothing, so the line may also name the version
 * that its first load replaced.
 */
export function isCurrentVersion(named: number | undefined, { version, replaced }: StoredVersion): boolean {
  return named === undefined || version === undefined || named === version || named === replaced;
}
