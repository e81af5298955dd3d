import type { SlipSide } from '@trading-platform/domain-types';
import { actingSide } from './acting-side.js';
import type { DeliveredVersion } from './delivered-versions.js';
import type { SlipUpdate } from './slip-update.js';
import type { SlipHead, ViewHead } from './trade-update-store.js';
import {
  deliveredError,
  sideError,
  sidesUnknown,
  type UpdateError,
  unknownSlip,
  versionError,
} from './update-errors.js';
import type { PresentSlip } from './update-outcome.js';

/** A slip that an update may change, as far as this is known without reading the bodies of its views. */
export interface ChangeableSlip {
  readonly slip: SlipHead;
  readonly side: SlipSide;
  /** The place of each side's view in `slip.views`, or undefined if the view is not stored. */
  readonly placeOf: Readonly<Record<SlipSide, number | undefined>>;
}

/** An update that is refused, and the slip if the caller may change it. */
export interface RefusedUpdate {
  readonly errors: UpdateError;
  readonly slip?: PresentSlip;
}

/**
 * Checks whether the caller may change this version of the slip. The order of the checks: the slip and the side
 * (E000020), the side's name (E000001), the version (E000013).
 *
 * @param delivered the version that a trade download delivered, if the update names a record of one
 */
export function judgeHead(
  update: SlipUpdate,
  slip: SlipHead | undefined,
  callerMemberCode: string,
  delivered: DeliveredVersion | undefined,
): ChangeableSlip | RefusedUpdate {
  if (slip === undefined) return { errors: unknownSlip() };
  const own = actingSide(slip.views, callerMemberCode, update.member_code_self);
  if (typeof own === 'string') return { errors: sideError(own) };
  const present = { statusCode: own.statusCode, version: slip.version };
  if (typeof delivered === 'string') return { errors: deliveredError(delivered), slip: present };
  if (!isCurrent(update, slip, own, delivered)) return { errors: versionError(update, slip.version), slip: present };
  const placeOf = sidesOf(slip.views);
  if (placeOf === undefined) return { errors: sidesUnknown(), slip: present };
  return { slip, side: own.isBuyers ? 'buyer' : 'seller', placeOf };
}

/**
 * A trade download delivers the version of a view. If this view has not changed since, the caller has seen the current
 * slip, even if an import has changed the other side's view.
 */
function isCurrent(
  { version }: SlipUpdate,
  slip: SlipHead,
  own: ViewHead,
  delivered: Exclude<DeliveredVersion, string> | undefined,
): boolean {
  if (delivered === undefined) return Number(version) === slip.version;
  return delivered.slipId === own.id && delivered.version === own.version;
}

/**
 * Returns the place of each side's view. Returns undefined if it is not known which side is the buyer, which is
 * possible for imported slips.
 */
export function sidesOf(views: readonly Pick<ViewHead, 'isBuyers'>[]): ChangeableSlip['placeOf'] | undefined {
  const places = [...views.keys()];
  const buyers = places.filter((place) => views[place]!.isBuyers);
  const sellers = places.filter((place) => !views[place]!.isBuyers);
  if (buyers.length > 1 || sellers.length > 1) return undefined;
  return { buyer: buyers[0], seller: sellers[0] };
}
