import { type ListKey, type ListScope, readCursor, writeCursor } from '../list/list-cursor.js';
import { criteriaDigest } from './criteria-digest.js';

/** The download to which a cursor for changes is bound. */
export interface ChangeScope {
  /** The name of the download. */
  readonly download: string;
  readonly memberCode: string;
  /** The selection and its caller. */
  readonly criteria: object;
}

/** The state of the data of a download, at its snapshot (ADR 0018). */
export interface ChangeState {
  /** The number of the last change that is part of the snapshot. */
  readonly position: number;
  /** The random number that the database stores beside the position. */
  readonly stamp: number;
  /** The number of changes that have no position. */
  readonly untold: number;
  /** A digest of the caller's rights to the members that the criteria name. */
  readonly rights: string;
}

/** Writes the cursor for later changes, which is returned with a finished batch. */
export function writeChangeCursor(scope: ChangeScope, { position, stamp, untold, rights }: ChangeState): string {
  return writeCursor(listScope(scope), [String(position), String(stamp), String(untold), rights]);
}

/** Reads a cursor, and returns undefined if the cursor belongs to another download, another caller or other criteria. */
export function readChangeCursor(scope: ChangeScope, cursor: string): ChangeState | undefined {
  const values = readCursor(listScope(scope), [isCount, isCount, isCount, isDigest], cursor);
  if (values === undefined) return undefined;
  const [position, stamp, untold, rights = ''] = values;
  return { position: Number(position), stamp: Number(stamp), untold: Number(untold), rights };
}

/** A whole number that is small enough for every database and process to represent it exactly. */
const isCount: ListKey = (value) => typeof value === 'string' && /^[0-9]{1,15}$/.test(value);

const isDigest: ListKey = (value) => typeof value === 'string' && /^[\w-]{22}$/.test(value);

function listScope({ download, memberCode, criteria }: ChangeScope): ListScope {
  return { list: `changes of ${download}`, memberCode, filters: { criteria: criteriaDigest(criteria) } };
}
