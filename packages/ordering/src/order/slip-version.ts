/** The version of a slip that is new; each change adds one, from whatever side (ADR 0017). */
export const firstVersion = 1;

/** What is stored of the slip that an import line names, and of the view that it is about. */
export interface StoredVersion {
  /** The slip's before the load of the line; nothing for a slip that was not stored. */
  readonly version: number | undefined;
  /** The slip's version that the view's stored content has replaced, if the line has the same content; else nothing. */
  readonly replaced: number | undefined;
}

/**
 * Rule "version of an import line": a line that names a version names the stored one, or another update was applied first
 * (E000013). The same line again changes nothing, so it may also name the version that it has replaced itself.
 */
export function isCurrentVersion(named: number | undefined, { version, replaced }: StoredVersion): boolean {
  return named === undefined || version === undefined || named === version || named === replaced;
}
