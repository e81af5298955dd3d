/** The version of a new slip; each change by either side adds one (ADR 0017). */
export const firstVersion = 1;

/** The stored state of the slip and of the view that an import line names. */
export interface StoredVersion {
  /** The version of the slip before the load of the line; undefined if the slip was not stored. */
  readonly version: number | undefined;
  /** The version that the stored content of the view has replaced, if the line has the same content; else undefined. */
  readonly replaced: number | undefined;
}

/**
 * Rule "version of an import line": a line with another version than the stored one is refused, because another update was applied
 * first (E000013). A repeated line changes nothing, so it may also name the version that it has replaced itself.
 */
export function isCurrentVersion(named: number | undefined, { version, replaced }: StoredVersion): boolean {
  return named === undefined || version === undefined || named === version || named === replaced;
}
