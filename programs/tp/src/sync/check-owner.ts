import { CliError } from '@trading-platform/terminal';
import type { CopyOwner } from './copy.js';
import { stateVersion } from './copy-state.js';

/**
 * Tells a copy that is not this caller's.
 *
 * @param name what the person calls the place
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

/** What is not known is not judged. */
function isOther(one: string, other: string): boolean {
  return one !== '' && other !== '' && one !== other;
}

/** @throws CliError `input` where a newer program has written */
export function checkVersion(name: string, version: number): void {
  if (version <= stateVersion) return;
  const versions = `version ${version} of its state, where this one knows ${stateVersion}`;
  throw new CliError('input', `${name} belongs to a newer tp (${versions}): install that`);
}
