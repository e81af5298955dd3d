/** What a setting says about the master records it concerns (`member_code_order_to`). */
export interface ConcernsDestination {
  /** Empty: every master record of the pair. */
  readonly memberCodeOrderTo: string;
}

/** A setting with a `member_code_order_to` concerns only master records with that value (Spec 2.6, 4.5). */
export function concernsDestination(setting: ConcernsDestination, memberCodeOrderTo: string): boolean {
  return setting.memberCodeOrderTo === '' || setting.memberCodeOrderTo === memberCodeOrderTo;
}
