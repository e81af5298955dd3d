import { CliError } from '@trading-platform/terminal';
import type { CopyOwner } from './copy.js';
import { stateVersion } from './copy-state.js';

/**
 * Refuses a copy that belongs to another caller or platform.
 *
 * @param name the name that the user typed for the place
 * @throws CliError `input`
 */
export function checkOwner(name: string, found: CopyOwner, owner: CopyOwner): void {
  if (isOther(found.memberCode, owner.memberCode)) {
    throw new CliError(
      'input',
      `${name} is the copy of member ${found.memberCode}, and the caller is of ${owner.memberCode}: use another place`,
    );
  }
  if (isOther(found.platform, owner.platform)) {
    throw new CliError(
      'input',
      `${name} is a copy of ${found.platform}, and this is ${owner.platform}: use another place`,
    );
  }
}

/** A value that is not known matches every other value. */
function isOther(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other;
}

/** @throws CliError `input` if a newer program wrote the copy */
export function checkVersion(name: string, version: number): void {
  if (version <= stateVersion) return;
  const versions = `version ${version} of its state, where this one knows ${stateVersion}`;
  throw new CliError('input', `${name} belongs to a newer tp (${versions}): install that`);
}
