import { readFileSync } from 'node:fs';

/** The build of the running service. */
export interface BuildInfo {
  /** `auth`, `api`, `worker`. */
  readonly service: string;
  readonly version: string;
  /** Undefined if the environment does not set it. */
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
