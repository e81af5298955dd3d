import type { ListField, NameOf, ObjectField, OptionalField, RecordDefinition, RecordOf } from '../define-record.js';
import type { FieldMeaning, ListMeaning, RecordOrigin } from './field-meaning.js';

type MeaningOf<Field> = Field extends { readonly type: 'optional'; readonly field: infer Inner }
  ? MeaningOf<Inner>
  : Field extends ListField<string, infer Item> | ObjectField<string, infer Item>
    ? ListMeaning<Item['fieldNames'][number]>
    : FieldMeaning;

/**
 * One meaning for each field of a definition. The meaning of a list of objects includes the meanings of their fields.
 */
type FieldMeanings<Definition extends RecordDefinition> = {
  readonly [Field in Definition['fields'][number] as NameOf<Field>]: MeaningOf<Field>;
};

type ObjectNames<Definition extends RecordDefinition> = NameOf<
  Extract<Definition['fields'][number], ListField | ObjectField | OptionalField<ListField>>
>;

/** A value for each field. For an object or a list that is left out, the example of its record is used. */
type ExampleOf<Definition extends RecordDefinition> = Required<Omit<RecordOf<Definition>, ObjectNames<Definition>>> &
  Partial<Pick<RecordOf<Definition>, ObjectNames<Definition> & keyof RecordOf<Definition>>>;

/** The meaning of a record; `fields` and `example` have exactly its fields. */
export interface SaidOf<Definition extends RecordDefinition> {
  readonly origin: RecordOrigin;
  readonly meaning: string;
  readonly ja: string;
  readonly fields: FieldMeanings<Definition>;
  readonly example: ExampleOf<Definition>;
  readonly shown?: readonly Definition['fieldNames'][number][];
}

/** The meaning of a record, with its definition. */
export type MeaningOfRecord<Definition extends RecordDefinition = RecordDefinition> = SaidOf<Definition> & {
  readonly definition: Definition;
};

/**
 * Combines a record with the meanings of its fields.
 *
 * @throws RangeError for a field that the definition lacks, which the compiler cannot see behind a spread
 */
export function meaningOf<Definition extends RecordDefinition>(
  definition: Definition,
  said: SaidOf<NoInfer<Definition>>,
): MeaningOfRecord<Definition> {
  const known = new Set<string>(definition.fieldNames);
  const stray = [...Object.keys(said.fields), ...Object.keys(said.example)].find((name) => !known.has(name));
  if (stray !== undefined) throw new RangeError(`${definition.name} has no field ${stray}`);
  return { ...said, definition };
}

/** Some entries of fields or of an example. */
export function pick<Entries extends object, const Name extends keyof Entries>(
  entries: Entries,
  ...names: readonly Name[]
): Pick<Entries, Name> {
  return Object.fromEntries(names.map((name) => [name, entries[name]])) as Pick<Entries, Name>;
}

/** All entries of fields or of an example except some. */
export function omit<Entries extends object, const Name extends keyof Entries>(
  entries: Entries,
  ...names: readonly Name[]
): Omit<Entries, Name> {
  const left = new Set<PropertyKey>(names);
  return Object.fromEntries(Object.entries(entries).filter(([name]) => !left.has(name))) as Omit<Entries, Name>;
}
