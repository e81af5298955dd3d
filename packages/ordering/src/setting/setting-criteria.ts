import { givenList, givenText, withoutAbsent } from '../download/given-values.js';
import type { SettingKind } from './setting-kind.js';

/** A settings request after validation. Lists are plain strings, and empty means the same as absent (Spec 4.10). */
export interface SettingFilters {
  readonly member_code_buyer?: readonly string[] | undefined;
  readonly member_code_seller: readonly string[];
  readonly update_date?: string | undefined;
}

/** What a settings download selects, as plain JSON. An undefined field does not filter. */
export interface SettingCriteria {
  readonly kind: SettingKind;
  readonly callerMemberCode: string;
  readonly sellers: readonly string[];
  /** Excludes the sellers' rows for all their buyers. */
  readonly buyers?: readonly string[] | undefined;
  /** Only rows updated on this day or later. */
  readonly updatedFrom?: string | undefined;
}

/** Turns a validated settings request into what it selects (Spec 4.10). */
export function settingCriteria(kind: SettingKind, callerMemberCode: string, request: SettingFilters): SettingCriteria {
  return {
    kind,
    callerMemberCode,
    sellers: givenList(request.member_code_seller) ?? [],
    buyers: givenList(request.member_code_buyer),
    updatedFrom: givenText(request.update_date),
  };
}

/** A request that selects what the criteria say (Spec 4.10). */
export function settingRequestOf({ sellers, buyers, updatedFrom }: SettingCriteria): object {
  return withoutAbsent({ member_code_buyer: buyers, member_code_seller: sellers, update_date: updatedFrom });
}
