/** The version of a new slip. Each later change of a slip by either side adds one to its version (ADR 0017). */
export const firstVersion = 1;

/** The version of a slip, as it is stored before a line of an import file is loaded. */
export interface StoredVersion {
  /** The version of the slip before the line was loaded, or undefined if the slip was not stored. */
  readonly version: number | undefined;
  /**
   * If the line has the same content as the stored view, the version of the slip before this content was stored. Undefined for
   * any other line.
   */
  readonly replaced: number | undefined;
}

/**
 * Rule "version of an import line": a line is refused if it names a different version from the stored one, because another update
 * was applied first (E000013). If a line is loaded again, nothing changes, so the line may also name the version that its first
 * import replaced.
 */
export function isCurrentVersion(named: number | undefined, { version, replaced }: StoredVersion): boolean {
  return named === undefined || version === undefined || named === version || named === replaced;
}
