/** The value of a filter. An empty one counts as absent. */
export function givenText(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}

/** The elements of a list, each once. An empty list counts as absent. */
export function givenList(values: readonly string[] | undefined): readonly string[] | undefined {
  const given = [...new Set(values ?? [])].filter((value) => value !== '');
  return given.length === 0 ? undefined : given;
}

/** A coded value, unless it is the one that means "all". */
export function givenCode(value: string | undefined, all: string): string | undefined {
  return value === all ? undefined : givenText(value);
}

/** The code of a choice; undefined where nothing was chosen. */
export function codeOfChoice(choice: boolean | undefined, yes: string, no: string): string | undefined {
  if (choice === undefined) return undefined;
  return choice ? yes : no;
}

/** A request without the fields that do not filter. */
export function withoutAbsent<Request extends object>(
  fields: {
    readonly [Name in keyof Request]: Request[Name] | undefined;
  },
): Request {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Request;
}
