import { type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import { errorDetail } from '@trading-platform/domain-types/error-texts';
import type { MemberRight, NamedMember } from './named-member.js';

/**
 * The different member codes in a request, grouped by the right that the caller needs for them. The keys of `pair` are
 * its two fields.
 */
export interface NamedCodes {
  readonly visible: readonly string[];
  readonly readable: readonly string[];
  readonly pair: Readonly<Record<string, string>>;
}

/** The codes of `NamedCodes` that the caller may not name; for `pair`, the fields with such codes. */
export type RefusedCodes = Readonly<Record<MemberRight, readonly string[]>>;

/** Collects the codes of a request, so that they are looked up together. */
export function codesOf(named: readonly NamedMember[]): NamedCodes {
  const codes = { visible: new Set<string>(), readable: new Set<string>() };
  const pair: Record<string, string> = {};
  for (const { item, memberCode, right } of named) {
    if (right === 'pair') pair[item] = memberCode;
    else codes[right].add(memberCode);
  }
  return { visible: [...codes.visible], readable: [...codes.readable], pair };
}

/** A defect for each place with a refused member (Spec 7, `E000008`). */
export function refusedPlaces(named: readonly NamedMember[], refused: RefusedCodes): readonly ErrorEntry[] {
  const sets: Record<MemberRight, ReadonlySet<string>> = {
    visible: new Set(refused.visible),
    readable: new Set(refused.readable),
    pair: new Set(refused.pair),
  };
  return named
    .filter(({ item, memberCode, right }) => sets[right].has(right === 'pair' ? item : memberCode))
    .map(({ item }) => ({
      error_item: item,
      error_code: errorCode.memberNotVisible,
      error_detail: errorDetail(errorCode.memberNotVisible),
    }));
}
