import { type ListKey, type ListScope, readCursor, writeCursor } from '../list/list-cursor.js';
import { criteriaDigest } from './criteria-digest.js';

/** What a cursor for changes is bound to: it is none for anything else. */
export interface ChangeScope {
  /** The name of the download. */
  readonly download: string;
  readonly memberCode: string;
  /** What is selected, and for whom. */
  readonly criteria: object;
}

/** The state of what a download selects from, at its snapshot (ADR 0018). */
export interface ChangeState {
  /** All that was written up to this position, and nothing else, was there. */
  readonly position: number;
  /** The number that the position got when it was taken. */
  readonly stamp: number;
  /** How many changes had no position. */
  readonly untold: number;
  /** A digest of what the caller may see of what the criteria name. */
  readonly rights: string;
}

/** Writes the cursor that goes with a finished batch. */
export function writeChangeCursor(scope: ChangeScope, { position, stamp, untold, rights }: ChangeState): string {
  return writeCursor(listScope(scope), [String(position), String(stamp), String(untold), rights]);
}

/** Reads a cursor; nothing for one that was not written for this download, caller and criteria. */
export function readChangeCursor(scope: ChangeScope, cursor: string): ChangeState | undefined {
  const values = readCursor(listScope(scope), [isCount, isCount, isCount, isDigest], cursor);
  if (values === undefined) return undefined;
  const [position, stamp, untold, rights = ''] = values;
  return { position: Number(position), stamp: Number(stamp), untold: Number(untold), rights };
}

/** A whole number that all databases and processes can tell from its neighbours. */
const isCount: ListKey = (value) => typeof value === 'string' && /^[0-9]{1,15}$/.test(value);

const isDigest: ListKey = (value) => typeof value === 'string' && /^[\w-]{22}$/.test(value);

function listScope({ download, memberCode, criteria }: ChangeScope): ListScope {
  return { list: `changes of ${download}`, memberCode, filters: { criteria: criteriaDigest(criteria) } };
}
