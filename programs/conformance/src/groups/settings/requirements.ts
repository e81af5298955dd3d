import { refusal } from '../../checks/refusals.js';
import { batchFunctions, pairSettings, type SettingDownload } from '../../contract/batch-functions.js';
import type { Requirement } from '../../requirement/requirement.js';
import { nonCountingRequirements, pairRequirements } from './contents.js';
import { refusedRequests } from './refusals.js';
import { shapeRequirements } from './shape.js';

function ofSetting(of: SettingDownload, contents: readonly Requirement[]): readonly Requirement[] {
  return [...shapeRequirements(of), ...contents, ...refusedRequests(of).map(refusal)];
}

export const settingsRequirements: readonly Requirement[] = [
  ...pairSettings.flatMap((name) => ofSetting(batchFunctions[name], pairRequirements(name))),
  ...ofSetting(batchFunctions.businessholiday, nonCountingRequirements()),
];
