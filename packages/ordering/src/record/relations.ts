import { refuseField } from './line-refusal.js';

/** Reads one field of a record whose values have already been checked. If the field is absent, returns `''`. */
export type FieldOf<Field extends string> = (field: Field) => string;

/** A combination of values that a record must not have. */
export interface Relation<Field extends string = string> {
  /** The field that the message names first. */
  readonly field: Field;
  /** The part of the message after the name of the field. */
  readonly reason: string;
  readonly isBroken: (of: FieldOf<Field>) => boolean;
  /**
   * True if a record that breaks the relation may be intended, although some of its values have no effect. If the relation is
   * broken, the record is loaded with a warning.
   */
  readonly mayBeMeant: boolean;
}

type MakeRelation<Field extends string> = (
  field: Field,
  reason: string,
  isBroken: Relation<Field>['isBroken'],
) => Relation<Field>;

/**
 * Makes functions that declare relations between these fields. A relation that is broken either refuses the line or causes a
 * warning.
 */
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
 * Checks those relations that can be broken only by mistake.
 *
 * @param path the path of the record within its line, which is written before the name of a field: `catalog[0].`
 * @throws LineRefusal for the first of them that is broken
 */
export function expectRelations(relations: readonly Relation[], record: object, path = ''): void {
  const of = readerOf(record);
  for (const { field, reason, isBroken, mayBeMeant } of relations) {
    if (!mayBeMeant && isBroken(of)) throw refuseField(path + field, reason);
  }
}

/** Returns the warnings about a record, each with the path of its field. */
export function oddRelations(relations: readonly Relation[], record: object, path = ''): readonly string[] {
  return isOdd(relations, record) ? warningsOf(relations, record, path) : [];
}

/** Returns the warnings about a list of records. Most records cause no warning. */
export function oddElements(
  relations: readonly Relation[],
  records: readonly object[],
  list: string,
): readonly string[] {
  return records.flatMap((record, index) =>
    isOdd(relations, record) ? warningsOf(relations, record, `${list}[${index}].`) : [],
  );
}

/** The check for warnings allocates no memory for a record without warnings, because most records have no warnings. */
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
