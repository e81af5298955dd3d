import type { FieldError, SlipActionForm, StoredRecord } from '../../../wire/index.js';
import { criteriaOf, type Draft } from '../request/request-draft.js';
import { textOf } from '../server/text-of.js';

/** The values that the user has typed for the lines of a slip, by `trade_prod_id` and field. */
export type LineDrafts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The values that the user has typed for a new line of the slip, by field. */
export type AddedLine = Readonly<Record<string, string>>;

/** The fields of an update that the user decides about. */
export interface UpdateFields {
  readonly [field: string]: unknown;
  readonly detail_list?: readonly StoredRecord[];
}

const quantity = 'prod_lot_qty';
const lineList = 'detail_list';

export function linesOfSlip(slip: StoredRecord): readonly StoredRecord[] {
  const lines = slip[lineList];
  return Array.isArray(lines) ? (lines as readonly StoredRecord[]) : [];
}

export function idOfLine(line: StoredRecord): string {
  return textOf(line['trade_prod_id']);
}

/** The first value of an input of a line. An input for a return begins empty. */
export function firstValue({ action }: SlipActionForm, line: StoredRecord, field: string): string {
  return action === 'return' ? '' : textOf(line[field]);
}

/**
 * Returns the fields of the update for the typed values. A change of an order names lines only if a line is changed or
 * added, and then all lines that remain. A shipment names the lines that differ from the order, and a return names the
 * returned lines.
 */
export function updateFieldsOf(
  form: SlipActionForm,
  slip: StoredRecord,
  typed: { readonly draft: Draft; readonly lines: LineDrafts; readonly added?: readonly AddedLine[] },
): UpdateFields {
  const fields = criteriaOf(form.fields, typed.draft);
  const lines = linesOfSlip(slip).map((line) => lineOf(form, line, typed.lines));
  const added = (typed.added ?? []).map((line, place) => newLine(line, lines.length + place + 1));
  const isAnyChanged = added.length > 0 || lines.some(({ isChanged }) => isChanged);
  if (form.lines === undefined || !isAnyChanged) return fields;
  const named =
    form.action === 'change'
      ? lines.filter(({ values }) => Number(values[quantity]) !== 0)
      : lines.filter(({ isChanged }) => isChanged);
  return { ...fields, [lineList]: [...named.map(({ values }) => values), ...added] };
}

/**
 * An empty value is left out, so that the platform reports the field as missing. The platform requires a number for
 * each new line.
 */
function newLine(line: AddedLine, number: number): StoredRecord {
  const typed = Object.entries(line).map(([name, value]) => [name, value.trim()] as const);
  return { line_no: `${number}`, ...Object.fromEntries(typed.filter(([, value]) => value !== '')) };
}

/**
 * Returns the id under which the page finds the refusals of a new line. `place` is the place of the line among the new
 * lines.
 */
export function idOfAdded(place: number): string {
  return `new line ${place}`;
}

function lineOf(form: SlipActionForm, line: StoredRecord, drafts: LineDrafts) {
  const id = idOfLine(line);
  const entries = (form.lines ?? []).map(({ name, isRequired }) => {
    const first = firstValue(form, line, name);
    const value = (drafts[id]?.[name] ?? first).trim();
    return { name, value, isChanged: value !== first, isNamed: isRequired || value !== first };
  });
  const named = entries.filter(({ isNamed }) => isNamed).map(({ name, value }) => [name, value] as const);
  const values: Readonly<Record<string, string>> = { trade_prod_id: id, ...Object.fromEntries(named) };
  return { isChanged: entries.some(({ isChanged }) => isChanged), values };
}

/**
 * Returns the refusals of one field. The field belongs to the line with this id or, without an id, to the update
 * itself. A refused request names the update by its place in the list; an outcome does not.
 */
export function refusalsOf(
  refusals: readonly FieldError[],
  sent: UpdateFields,
  { field, lineId }: { readonly field: string; readonly lineId?: string },
): readonly FieldError[] {
  return refusals.filter(({ item }) => {
    const place = placeOf(item, sent);
    return place.field === field && place.lineId === lineId;
  });
}

/** Returns the field of the update and the line to which a refusal refers. */
export function placeOf(item: string, sent: UpdateFields): { readonly field: string; readonly lineId?: string } {
  const path = item.replace(/^slip_list\[0\]\.?/, '');
  const [, index, field] = /^detail_list\[(\d+)\](?:\.(\w+))?$/.exec(path) ?? [];
  if (index === undefined) return { field: path };
  const line = sent.detail_list?.[Number(index)];
  // A defect of a line as a whole is shown beside its quantity.
  const named = field === undefined || field === 'trade_prod_id' ? quantity : field;
  if (line === undefined) return { field: path };
  const id = idOfLine(line);
  if (id !== '') return { field: named, lineId: id };
  const kept = sent.detail_list?.filter((each) => idOfLine(each) !== '').length ?? 0;
  return { field: named, lineId: idOfAdded(Number(index) - kept) };
}
