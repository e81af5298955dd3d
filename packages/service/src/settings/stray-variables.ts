import leven from 'leven';
import type { Environment } from './environment.js';
import { platformSettings } from './platform-settings.js';
import type { SettingDefinitions } from './read-settings.js';
import { fileVariableOf } from './secret-file.js';

/** A variable that no setting reads, but whose name resembles one. */
export interface StrayVariable {
  readonly name: string;
  /** The setting that was probably meant. */
  readonly meant: string;
}

/** The greatest number of letters that may be wrong, missing or superfluous. */
const mostMistakes = 2;
/** Names that are shorter than this resemble each other too easily, such as `PORT` and `HOST`. */
const shortestLikeness = 8;

/**
 * The environment variables whose name resembles a setting's: `API_PROT`, `AUTH_SECRET`, `api_port`. Any other name may
 * belong to another program, so it is ignored.
 */
export function strayVariables(definitions: SettingDefinitions, environment: Environment): readonly StrayVariable[] {
  const settings = [...Object.values(definitions), ...Object.values(platformSettings)];
  const names = [
    ...new Set(settings.flatMap(({ name, secret }) => (secret === true ? [name, fileVariableOf(name)] : [name]))),
  ];
  const known = new Set(names);
  return Object.keys(environment)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = nearest(
        name,
        names.filter((other) => isLike(name, other)),
      );
      return meant === undefined ? [] : [{ name, meant }];
    });
}

function nearest(name: string, candidates: readonly string[]): string | undefined {
  return candidates.toSorted((one, other) => leven(name, one) - leven(name, other))[0];
}

function isLike(name: string, setting: string): boolean {
  const written = name.toUpperCase().replaceAll(/[-.]/g, '_');
  if (written === setting) return true;
  if (Math.min(written.length, setting.length) < shortestLikeness || !setting.includes('_')) return false;
  if (written.startsWith(`${setting}_`) || (written.includes('_') && setting.startsWith(`${written}_`))) return true;
  return leven(written, setting, { maxDistance: mostMistakes + 1 }) <= mostMistakes;
}
