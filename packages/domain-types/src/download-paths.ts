/** The paths of the three steps of a download; `confirm` answers like `check` (Spec 4.6). */
export interface DownloadPaths<Path extends string = string> {
  readonly request: `${Path}/request`;
  readonly check: `${Path}/check`;
  /** The name that the contract gives the second step. It is answered like `check`. */
  readonly confirm: `${Path}/confirm`;
  readonly get: `${Path}/get`;
}

/** The paths of a download's steps, below its own path. */
export function downloadPaths<const Path extends string>(path: Path): DownloadPaths<Path> {
  return { request: `${path}/request`, check: `${path}/check`, confirm: `${path}/confirm`, get: `${path}/get` };
}
