import { getMetadataStorage } from 'class-validator';

/**
 * A request class with its own fields and some fields of another class, which are read and judged as in that class.
 *
 * @example class ShelfListRequest extends withFieldsOf(ListRequest, ShelfRequest, ['side', 'day_from']) {}
 */
export function withFieldsOf<Base extends object, Other extends object, const Name extends keyof Other & string>(
  base: new () => Base,
  other: new () => Other,
  names: readonly Name[],
): new () => Base & Pick<Other, Name> {
  const target = class extends (base as new () => object) {};
  const storage = getMetadataStorage();
  for (const metadata of storage.getTargetValidationMetadatas(other, '', false, false)) {
    if (!names.some((name) => name === metadata.propertyName)) continue;
    const taken = Object.create(metadata) as typeof metadata;
    taken.target = target;
    storage.addValidationMetadata(taken);
  }
  return target as new () => Base & Pick<Other, Name>;
}
