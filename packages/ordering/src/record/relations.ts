import { refuseField } from './line-refusal.js';

/** Reads a field of a record, whose values have been checked one by one; `''` where it is absent. */
export type FieldOf<Field extends string> = (field: Field) => string;

/** A combination of values that the fields of a record must not have. */
export interface Relation<Field extends string = string> {
  /** The field that the message names. */
  readonly field: Field;
  /** Follows the name of the field. */
  readonly reason: string;
  readonly isBroken: (of: FieldOf<Field>) => boolean;
  /** Whether such a record may be intended, though some of its values have no effect: it is loaded, with a warning. */
  readonly mayBeMeant: boolean;
}

type MakeRelation<Field extends string> = (
  field: Field,
  reason: string,
  isBroken: Relation<Field>['isBroken'],
) => Relation<Field>;

/** Makes the relations of a record with these fields: a broken one refuses the line, or is a warning. */
export function relationsOf<Fields extends object>(): {
  readonly refused: MakeRelation<keyof Fields & string>;
  readonly warned: MakeRelation<keyof Fields & string>;
} {
  return {
    refused: (field, reason, isBroken) => ({ field, reason, isBroken, mayBeMeant: false }),
    warned: (field, reason, isBroken) => ({ field, reason, isBroken, mayBeMeant: true }),
  };
}

/**
 * Checks a record by the relations that only a mistake breaks.
 *
 * @param path of the record within its line, as it is written before a field: `catalog[0].`
 * @throws LineRefusal for the first of them that is broken
 */
export function expectRelations(relations: readonly Relation[], record: object, path = ''): void {
  const of = readerOf(record);
  for (const { field, reason, isBroken, mayBeMeant } of relations) {
    if (!mayBeMeant && isBroken(of)) throw refuseField(path + field, reason);
  }
}

/** The warnings that a record gives, each with the path of its field. */
export function oddRelations(relations: readonly Relation[], record: object, path = ''): readonly string[] {
  return isOdd(relations, record) ? warningsOf(relations, record, path) : [];
}

/** The warnings of a list of records, most of which give none. */
export function oddElements(
  relations: readonly Relation[],
  records: readonly object[],
  list: string,
): readonly string[] {
  return records.flatMap((record, index) =>
    isOdd(relations, record) ? warningsOf(relations, record, `${list}[${index}].`) : [],
  );
}

/** Allocates nothing for a record that is not odd, because there are many. */
function isOdd(relations: readonly Relation[], record: object): boolean {
  const of = readerOf(record);
  for (const { mayBeMeant, isBroken } of relations) if (mayBeMeant && isBroken(of)) return true;
  return false;
}

function warningsOf(relations: readonly Relation[], record: object, path: string): readonly string[] {
  const of = readerOf(record);
  const odd = relations.filter(({ mayBeMeant, isBroken }) => mayBeMeant && isBroken(of));
  return odd.map(({ field, reason }) => `${path}${field}: ${reason}`);
}

function readerOf(record: object): FieldOf<string> {
  return (field) => ((record as Readonly<Record<string, unknown>>)[field] as string | undefined) ?? '';
}
