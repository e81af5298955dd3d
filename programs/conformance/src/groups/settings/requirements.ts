import { refusal } from '../../checks/refusals.js';
import { type PairSetting, pairSettings } from '../../market/settings.js';
import type { Requirement } from '../../requirement/requirement.js';
import { nonCountingRequirements, pairRequirements } from './contents.js';
import { refusedRequests } from './refusals.js';
import { shapeRequirements } from './shape.js';

export const pairTitles: Readonly<Record<PairSetting, string>> = {
  nottrade: 'Non-trading days',
  orderclosing: 'Order closing time',
  orderblock: 'Order block',
};

export const nonCountingTitle = 'Lead-time non-counting days';

export const settingsRequirements: readonly Requirement[] = [
  ...pairSettings.flatMap((name) => [
    ...shapeRequirements(name, pairTitles[name]),
    ...pairRequirements(name, pairTitles[name]),
    ...refusedRequests(name, pairTitles[name]).map(refusal),
  ]),
  ...shapeRequirements('businessholiday', nonCountingTitle),
  ...nonCountingRequirements(nonCountingTitle),
  ...refusedRequests('businessholiday', nonCountingTitle).map(refusal),
];
