import {
  type TradeImport,
  tradeFilterField,
  tradeStoredCodes,
  tradeStoredFields,
} from '@trading-platform/domain-types';

type StoredField = Exclude<(typeof tradeStoredFields)[number], 'update_date' | 'version'>;
type FilterField = (typeof tradeFilterField)[keyof typeof tradeFilterField];

/** The name of the property for a field: `memberCodePartner` for `member_code_partner`. */
type PropertyOf<Field extends string> = Field extends `${infer Start}_${infer Rest}`
  ? `${Start}${Capitalize<PropertyOf<Rest>>}`
  : Field;

/** The stored data of a slip that are not delivered, except the update date and the version. */
export type StoredPart = { readonly [Field in StoredField as PropertyOf<Field>]: string };

/** The values of a slip whose columns have the names of their fields. */
export type FieldColumns = StoredPart & { readonly [Field in FilterField as PropertyOf<Field>]: string };

interface FieldColumn<Property> {
  readonly field: StoredField | FilterField;
  readonly property: Property;
  /** The value that is stored if the field is absent or `""`. */
  readonly ifEmpty: string;
}

function columnOf<Property extends keyof FieldColumns>(field: StoredField | FilterField): FieldColumn<Property> {
  const codes: Partial<Record<string, { readonly ifEmpty: string }>> = tradeStoredCodes;
  const property = field.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as Property;
  return { field, property, ifEmpty: codes[field]?.ifEmpty ?? '' };
}

/** The column of a field that is stored but not delivered. */
export type StoredColumn = FieldColumn<keyof StoredPart>;

/** The columns of all fields that are stored but not delivered, in the order of the fields. */
export const storedColumns: readonly StoredColumn[] = tradeStoredFields
  .filter((field) => field !== 'update_date' && field !== 'version')
  .map(columnOf<keyof StoredPart>);

const columns = [...new Set([...storedColumns.map(({ field }) => field), ...Object.values(tradeFilterField)])].map(
  columnOf<keyof FieldColumns>,
);

/** Reads these columns from a line of a `trade` file. */
export function fieldColumnsOf(line: TradeImport): FieldColumns {
  const values: Partial<Record<keyof FieldColumns, string>> = {};
  for (const { field, property, ifEmpty } of columns) values[property] = line[field] || ifEmpty;
  return values as FieldColumns;
}
