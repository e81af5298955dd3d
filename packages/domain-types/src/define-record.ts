/** A field with an integer instead of a string. */
export interface IntegerField<Name extends string = string> {
  readonly name: Name;
  readonly type: 'integer';
}

/** A field with an array of objects of one shape. */
export interface ListField<Name extends string = string, Item extends RecordDefinition = RecordDefinition> {
  readonly name: Name;
  readonly type: 'list';
  readonly item: Item;
}

/** A field with one object. */
export interface ObjectField<Name extends string = string, Item extends RecordDefinition = RecordDefinition> {
  readonly name: Name;
  readonly type: 'object';
  readonly item: Item;
}

/** A request field for a coded value, a number or an id: a string; an integer is accepted too. */
export interface CodeField<Name extends string = string> {
  readonly name: Name;
  readonly type: 'code';
  /** The values of a coded field. A value named `all` selects nothing. */
  readonly values?: CodedValues;
}

/** A table of coded values. */
export type CodedValues = Readonly<Record<string, string>>;

/** A request field for a day (`yyyy-MM-dd`) or a second (`yyyy-MM-dd HH:mm:ss`), a string. */
export interface DateField<Name extends string = string> {
  readonly name: Name;
  readonly type: 'day' | 'second';
  /**
   * The name of the field that starts the range. It precedes this field in the record, and its value must not be later.
   */
  readonly from?: string;
  /** Whether an installation may limit the number of days in the range. */
  readonly isPeriod?: boolean;
}

/** A request field for an amount or a quantity: a string; a number is accepted too. */
export interface DecimalField<Name extends string = string> {
  readonly name: Name;
  readonly type: 'decimal';
}

/** A request field with codes: each element a string or an object with exactly one value under any key. */
export interface CodeListField<Name extends string = string> extends CodeListFacts {
  readonly name: Name;
  readonly type: 'codes';
}

/** A field of an answer with a list of texts. */
export interface TextListField<Name extends string = string> {
  readonly name: Name;
  readonly type: 'texts';
}

interface CodeListFacts {
  /** The values that each element may have. */
  readonly values?: CodedValues;
  /**
   * Present if the elements are members. `visible`: the caller may name only members that it sees. `readable`: it may
   * also name members that are related to these.
   */
  readonly members?: 'visible' | 'readable';
}

/** A field that may be left out. */
export interface OptionalField<Field extends RequiredField = RequiredField> {
  readonly name: NameOf<Field>;
  readonly type: 'optional';
  readonly field: Field;
}

type RequiredField =
  | string
  | IntegerField
  | ListField
  | ObjectField
  | CodeField
  | DateField
  | DecimalField
  | CodeListField
  | TextListField;

/** One entry of a field list: a bare name is a string field. */
export type FieldDefinition = RequiredField | OptionalField;

/** The name of a field, in either form of definition. */
export type NameOf<Field> = Field extends string
  ? Field
  : Field extends { readonly name: infer Name extends string }
    ? Name
    : never;

type NamesOf<Fields extends readonly FieldDefinition[]> = { readonly [Index in keyof Fields]: NameOf<Fields[Index]> };

/** A JSON schema in the vocabulary of draft 7, which 2019-09 and 2020-12 interpret in the same way. */
export interface JsonSchema {
  readonly type?: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
}

/** A record of the contract: one field list provides its type, its JSON schema and its wire order. */
export interface RecordDefinition<
  Name extends string = string,
  Fields extends readonly FieldDefinition[] = readonly FieldDefinition[],
> {
  readonly name: Name;
  readonly fields: Fields;
  /** Field names in wire order. */
  readonly fieldNames: NamesOf<Fields>;
  readonly schema: JsonSchema;
}

/** One element of a code list in a request. */
export type CodeElement = string | number | Readonly<Record<string, string | number>>;

type ValueOf<Field> = Field extends string | DateField
  ? string
  : Field extends IntegerField
    ? number
    : Field extends CodeField | DecimalField
      ? string | number
      : Field extends CodeListField
        ? readonly CodeElement[]
        : Field extends TextListField
          ? readonly string[]
          : Field extends { readonly type: 'list'; readonly item: infer Item extends RecordDefinition }
            ? readonly RecordOf<Item>[]
            : Field extends { readonly type: 'object'; readonly item: infer Item extends RecordDefinition }
              ? RecordOf<Item>
              : Field extends { readonly type: 'optional'; readonly field: infer Inner }
                ? ValueOf<Inner>
                : never;

type Flat<Shape> = { [Key in keyof Shape]: Shape[Key] };

/** The TypeScript type of a record definition; optional fields may be absent. */
export type RecordOf<Definition extends RecordDefinition> = Flat<
  {
    readonly [Field in Exclude<Definition['fields'][number], OptionalField> as NameOf<Field>]: ValueOf<Field>;
  } & {
    readonly [Field in Extract<Definition['fields'][number], OptionalField> as NameOf<Field>]?: ValueOf<Field>;
  }
>;

/**
 * The fields of a request after validation, without `response_type`. Lists contain texts, and all other fields are
 * texts.
 */
export type RequestValues<Definition extends RecordDefinition> = Flat<
  {
    readonly [Field in Exclude<Definition['fields'][number], OptionalField> as NameOf<Field>]: RequestValue<Field>;
  } & {
    readonly [Field in Extract<Definition['fields'][number], OptionalField> as Exclude<
      NameOf<Field>,
      'response_type'
    >]?: RequestValue<Field['field']> | undefined;
  }
>;

type RequestValue<Field> = Field extends CodeListField ? readonly string[] : string;

/** A field with a whole number. */
export function integer<const Name extends string>(name: Name): IntegerField<Name> {
  return { name, type: 'integer' };
}

/** A field with a list of records. */
export function arrayOf<const Name extends string, Item extends RecordDefinition>(
  name: Name,
  item: Item,
): ListField<Name, Item> {
  return { name, type: 'list', item };
}

/** A field with one record. */
export function objectOf<const Name extends string, Item extends RecordDefinition>(
  name: Name,
  item: Item,
): ObjectField<Name, Item> {
  return { name, type: 'object', item };
}

/** A request field for a coded value, a number or an id: a text; an integer is accepted too. */
export function code<const Name extends string>(name: Name, values?: CodedValues): CodeField<Name> {
  return { name, type: 'code', ...(values && { values }) };
}

/** A request field for a day, which may end a range. */
export function day<const Name extends string>(
  name: Name,
  range: Pick<DateField, 'from' | 'isPeriod'> = {},
): DateField<Name> {
  return { name, type: 'day', ...range };
}

/** A request field for a second, which may end a range. */
export function second<const Name extends string>(name: Name, range: Pick<DateField, 'from'> = {}): DateField<Name> {
  return { name, type: 'second', ...range };
}

/** A request field for an amount or a quantity: a text; a number is accepted too. */
export function decimal<const Name extends string>(name: Name): DecimalField<Name> {
  return { name, type: 'decimal' };
}

/** A request field with codes: each element a text, or an object with exactly one value under any key. */
export function codeList<const Name extends string>(name: Name, facts: CodeListFacts = {}): CodeListField<Name> {
  return { name, type: 'codes', ...facts };
}

/** A field of an answer with a list of texts. */
export function textList<const Name extends string>(name: Name): TextListField<Name> {
  return { name, type: 'texts' };
}

/** A field that may be absent. */
export function optional<const Field extends RequiredField>(field: Field): OptionalField<Field> {
  return { name: nameOf(field) as NameOf<Field>, type: 'optional', field };
}

/** The fields of a list, all optional except those in `required`. */
export type OptionalFields<Fields extends readonly FieldDefinition[], Required extends string> = {
  readonly [Index in keyof Fields]: Fields[Index] extends RequiredField
    ? NameOf<Fields[Index]> extends Required
      ? Fields[Index]
      : OptionalField<Fields[Index]>
    : Fields[Index];
};

/** The fields of a list, all optional except those in `required`. */
export function optionalFields<
  const Fields extends readonly FieldDefinition[],
  const Required extends NameOf<Fields[number]> = never,
>(fields: Fields, required: readonly Required[] = []): OptionalFields<Fields, Required> {
  const kept = new Set<string>(required);
  const relaxed = fields.map((field) => (isOptional(field) || kept.has(nameOf(field)) ? field : optional(field)));
  return relaxed as unknown as OptionalFields<Fields, Required>;
}

/**
 * Turns one field list into a record definition.
 *
 * @throws RangeError if the list has a name twice
 * @example const partnerGroup = defineRecord('partner_group', ['partner_group_code', 'partner_group_name']); type
 * PartnerGroup = RecordOf<typeof partnerGroup>;
 */
export function defineRecord<const Name extends string, const Fields extends readonly FieldDefinition[]>(
  name: Name,
  fields: Fields,
): RecordDefinition<Name, Fields> {
  const fieldNames = fields.map(nameOf);
  const repeated = fieldNames.find((field, index) => fieldNames.indexOf(field) !== index);
  if (repeated !== undefined) throw new RangeError(`${name} names the field ${repeated} twice`);
  return Object.freeze({
    name,
    fields,
    fieldNames: Object.freeze(fieldNames) as NamesOf<Fields>,
    schema: objectSchema(name, fields),
  });
}

/** The name of a field, in either form of definition. */
export function nameOf(field: FieldDefinition): string {
  return typeof field === 'string' ? field : field.name;
}

/** Whether a field may be left out. */
export function isOptional(field: FieldDefinition): field is OptionalField {
  return typeof field !== 'string' && field.type === 'optional';
}

function objectSchema(title: string, fields: readonly FieldDefinition[]): JsonSchema {
  return {
    type: 'object',
    title,
    properties: Object.fromEntries(fields.map((field) => [nameOf(field), fieldSchema(field)])),
    required: fields.filter((field) => !isOptional(field)).map(nameOf),
    additionalProperties: false,
  };
}

const codeSchema: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'integer' }] };

const decimalSchema: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'number' }] };

const codeListSchema: JsonSchema = {
  type: 'array',
  items: {
    anyOf: [
      { type: 'string' },
      { type: 'integer' },
      { type: 'object', minProperties: 1, maxProperties: 1, additionalProperties: codeSchema },
    ],
  },
};

function fieldSchema(field: FieldDefinition): JsonSchema {
  if (typeof field === 'string') return { type: 'string' };
  switch (field.type) {
    case 'integer':
      return { type: 'integer' };
    case 'day':
    case 'second':
      return { type: 'string' };
    case 'code':
      return codeSchema;
    case 'decimal':
      return decimalSchema;
    case 'codes':
      return codeListSchema;
    case 'texts':
      return { type: 'array', items: { type: 'string' } };
    case 'list':
      return { type: 'array', items: field.item.schema };
    case 'object':
      return field.item.schema;
    case 'optional':
      return fieldSchema(field.field);
  }
}
