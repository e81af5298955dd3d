import { type DownloadName, downloads, settingNames } from '@trading-platform/domain-types';

/** The name of all kinds of settings together. */
const settings = 'settings';

const kinds = Object.keys(downloads) as DownloadName[];

/** The names that the command line accepts. */
export const syncNames: readonly string[] = [...kinds.filter((kind) => !isSetting(kind)), settings, ...settingNames];

/** Returns each kind once, in the given order. */
export function kindsOf(names: readonly string[]): readonly DownloadName[] {
  return [...new Set(names.flatMap(kindsNamed))];
}

function kindsNamed(name: string): readonly DownloadName[] {
  return name === settings ? settingNames : kinds.filter((kind) => kind === name);
}

export function isSetting(kind: DownloadName): boolean {
  return settingNames.some((name) => name === kind);
}
