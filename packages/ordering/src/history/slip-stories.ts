import { codeLength, hasAtMost, hasControlCharacter, ownLimits } from '@trading-platform/domain-types';
import { type ListKey, readCursor, writeCursor } from '../list/list-cursor.js';
import type { FoundChange, FoundSlip, FoundView, SlipDirectory } from './slip-directory.js';

/** A slip that a caller asks for. */
export interface AskedSlip {
  readonly callerMemberCode: string;
  readonly tradeId: string;
  /** The member whose view is wanted. By default, the caller gets its own view, or the only view that it sees. */
  readonly memberCodeSelf?: string | undefined;
}

/** The slip, and the view that answers the question. */
export interface SeenSlip {
  readonly slip: FoundSlip;
  readonly view: FoundView;
}

/**
 * Why a slip is not shown. Either the slip does not exist, or the caller does not see the view. Or the caller must say
 * whose view it wants, because it sees both views and is neither of the two members.
 */
export type UnseenSlip = 'unknown' | 'side-needed';

/** One page of a history, as the member of a view may see it. */
export interface SeenHistory {
  readonly memberCodeSelf: string;
  readonly changes: readonly FoundChange[];
  /** The cursor of the next page, or `""` at the end. */
  readonly nextCursor: string;
}

const changesPerPage = ownLimits.historyAnswerElements;

const versionKey: ListKey = (value) => typeof value === 'string' && /^[1-9][0-9]{0,15}$/.test(value);

/** Shows single slips and their histories to the members that see them. */
export class SlipStories {
  readonly #directory: SlipDirectory;

  constructor(directory: SlipDirectory) {
    this.#directory = directory;
  }

  /** Finds the view of a slip that the caller asks for. */
  async find({ callerMemberCode, tradeId, memberCodeSelf }: AskedSlip): Promise<SeenSlip | UnseenSlip> {
    if (!isTradeId(tradeId)) return 'unknown';
    const slip = await this.#directory.find(callerMemberCode, tradeId);
    if (slip === undefined) return 'unknown';
    const view = wantedView(
      slip.views.filter(({ isVisible }) => isVisible),
      memberCodeSelf,
      callerMemberCode,
    );
    return typeof view === 'string' ? view : { slip, view };
  }

  /**
   * Reads a page of the history of a slip.
   *
   * @returns `wrong-cursor` for a cursor that does not come from an answer about this view
   */
  async history(asked: AskedSlip, cursor: string | undefined): Promise<SeenHistory | UnseenSlip | 'wrong-cursor'> {
    const found = await this.find(asked);
    if (typeof found === 'string') return found;
    const { memberCodeSelf } = found.view;
    const { tradeId } = found.slip;
    const scope = { list: 'slip-history', memberCode: memberCodeSelf, filters: { trade_id: tradeId } };
    const position = cursor === undefined ? [String(Number.MAX_SAFE_INTEGER)] : readCursor(scope, [versionKey], cursor);
    if (position === undefined) return 'wrong-cursor';
    const below = Number(position[0]);
    const changes = await this.#directory.history({ tradeId, below, limit: changesPerPage + 1 });
    const page = changes.slice(0, changesPerPage);
    const goesOn = changes.length > changesPerPage;
    const nextCursor = goesOn ? writeCursor(scope, [String(page.at(-1)?.version)]) : '';
    return { memberCodeSelf, changes: page, nextCursor };
  }
}

function isTradeId(text: string): boolean {
  return hasAtMost(text, codeLength.trade_id) && !hasControlCharacter(text) && text.isWellFormed();
}

function wantedView(
  seen: readonly FoundView[],
  named: string | undefined,
  callerMemberCode: string,
): FoundView | UnseenSlip {
  const ofMember = (code: string) => seen.find(({ memberCodeSelf }) => memberCodeSelf === code);
  if (named !== undefined) return ofMember(named) ?? 'unknown';
  const own = ofMember(callerMemberCode);
  if (own !== undefined) return own;
  return seen.length > 1 ? 'side-needed' : (seen[0] ?? 'unknown');
}
