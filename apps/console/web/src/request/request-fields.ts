import type { FieldDescription } from '../../../wire/index.js';

/** How the user fills in a field of a request. */
export type FieldInput = 'day' | 'second' | 'choice' | 'choices' | 'codes' | 'text';

/** The groups in which the form shows its fields. */
export type FieldGroup = 'needed' | 'choices' | 'times' | 'codes';

export function inputOf({ type, values, kind }: FieldDescription): FieldInput {
  if (type === 'codes') return values === undefined ? 'codes' : 'choices';
  if (values !== undefined) return 'choice';
  if (kind === undefined) return 'text';
  return kind === 'date' ? 'day' : 'second';
}

export function groupOf(field: FieldDescription): FieldGroup {
  if (field.isRequired) return 'needed';
  const input = inputOf(field);
  if (input === 'day' || input === 'second') return 'times';
  return input === 'choice' || input === 'choices' ? 'choices' : 'codes';
}

/** The filters that people use most. All others are shown when the user asks for more. */
const usual: Readonly<Record<string, readonly string[]>> = {
  trade: ['target_date_set', 'target_date_from', 'target_date_to', 'not_downloaded_flg', 'client_member_codes'],
  master: ['exist_mc', 'sell_stop', 'mc_upd_date_from', 'client_member_code_list', 'member_group_code_list'],
};

/** Whether the form of a download shows a field at once. A download with few fields shows all of them. */
export function isUsual(download: string, field: FieldDescription): boolean {
  return field.isRequired || usual[download]?.includes(field.name) !== false;
}
