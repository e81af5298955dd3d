import {
  type ShownSlip,
  type SlipChange,
  type SlipSide,
  type SlipTransition,
  slipSides,
  slipTransitions,
} from '@trading-platform/domain-types';

/**
 * Finds the side for which the platform shows a slip, because the slip does not name that side. If only one side can
 * have these possible actions, it is that side. Otherwise the history shows the side, because a change names its
 * member only to the side that made the change.
 *
 * @returns undefined if neither shows the side, as for a final slip that was imported
 */
export function ownSide(
  slip: Pick<ShownSlip, 'status_code' | 'actions'>,
  changes: readonly SlipChange[],
): SlipSide | undefined {
  const [side, ...others] = slip.actions.length === 0 ? [] : slipSides.filter((each) => mayHave(each, slip));
  if (side !== undefined && others.length === 0) return side;
  const told = changes.find(({ by }) => by.side !== '')?.by;
  if (told === undefined) return undefined;
  return slipSides.find((each) => (each === told.side) === (told.member_code !== ''));
}

/** Whether a side has all these actions, and has no other action that is always possible in this status. */
function mayHave(
  side: SlipSide,
  { status_code: status, actions }: Pick<ShownSlip, 'status_code' | 'actions'>,
): boolean {
  const rows: readonly SlipTransition[] = slipTransitions.filter((row) => row.side === side);
  const conditionOf = ({ from }: SlipTransition) => (from as Readonly<Record<string, string | undefined>>)[status];
  const certain = rows.filter((row) => conditionOf(row) === 'always').map(({ action }) => action);
  const possible = new Set(rows.filter((row) => conditionOf(row) !== undefined).map(({ action }) => action));
  return actions.every((action) => possible.has(action)) && certain.every((action) => actions.includes(action));
}
