/** A view of a slip, as far as the choice of the acting side needs it. */
export interface SeenView {
  readonly memberCodeSelf: string;
  /** Whether the caller may see the member to which the view belongs. */
  readonly isVisible: boolean;
}

/** The reason why no side acts. */
export type NoSide =
  /**
   * The caller does not see the slip. Or the caller names a member that is not a side of the slip, or that it does not
   * see (E000020).
   */
  | 'unknown'
  /** The caller sees both sides and is neither of them, so it must say for which side it acts (E000001). */
  | 'unnamed'
  /** The caller is a side itself, so it cannot act for the other one (E000022). */
  | 'other-side';

/**
 * Rule "side": a caller that is a side of the slip acts for that side only. A head office or an FC owner acts for the stores that
 * it sees.
 *
 * @param named the `member_code_self` of the update
 */
export function actingSide<View extends SeenView>(
  views: readonly View[],
  callerMemberCode: string,
  named: string | undefined,
): View | NoSide {
  const visible = views.filter(({ isVisible }) => isVisible);
  const own = visible.find(({ memberCodeSelf }) => memberCodeSelf === callerMemberCode);
  if (own !== undefined) {
    if (named === undefined || named === callerMemberCode) return own;
    return views.some(({ memberCodeSelf }) => memberCodeSelf === named) ? 'other-side' : 'unknown';
  }
  if (named !== undefined) return visible.find(({ memberCodeSelf }) => memberCodeSelf === named) ?? 'unknown';
  const [only, ...others] = visible;
  if (only === undefined) return 'unknown';
  return others.length === 0 ? only : 'unnamed';
}
