/** The part of a setting that says for which master records the setting applies (`member_code_order_to`). */
export interface ConcernsDestination {
  /**
   * The destination for which the setting applies. If the destination is empty, the setting applies to every master record of the
   * pair.
   */
  readonly memberCodeOrderTo: string;
}

/** A setting with a `member_code_order_to` applies only to master records with the same value (Spec 2.6, 4.5). */
export function concernsDestination(setting: ConcernsDestination, memberCodeOrderTo: string): boolean {
  return setting.memberCodeOrderTo === '' || setting.memberCodeOrderTo === memberCodeOrderTo;
}
