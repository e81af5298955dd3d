/** A request value that filters; empty is as if absent (decisions on lists, codes and defaults). */
export function givenText(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}

/** The different elements of a request list; an empty list is as if absent. */
export function givenList(values: readonly string[] | undefined): readonly string[] | undefined {
  const given = [...new Set(values ?? [])].filter((value) => value !== '');
  return given.length === 0 ? undefined : given;
}

/** A coded value other than the one that means "all". */
export function givenCode(value: string | undefined, all: string): string | undefined {
  return value === all ? undefined : givenText(value);
}
