import { readFileSync } from 'node:fs';

/** Which build of which service runs. */
export interface BuildInfo {
  /** `auth`, `api`, `worker`. */
  readonly service: string;
  readonly version: string;
  /** Absent if nobody told it. */
  readonly commit?: string;
}

/** The token under which the `BuildInfo` of a service is injected. */
export const BUILD_INFO = Symbol('build info');

/**
 * The version of an app or a package.
 *
 * @param manifest its `package.json`, as in `new URL('../package.json', import.meta.url)`
 */
export function readVersion(manifest: URL): string {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
  return version;
}
