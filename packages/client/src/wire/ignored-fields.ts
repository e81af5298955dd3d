/** Fields of a request that the platform does not know: it has answered as if they were not there. */
export interface IgnoredFields {
  /** The address that was called, without query. */
  readonly address: string;
  /** Such as `colour`, or `details_list[].colour`. */
  readonly fields: readonly string[];
}

/** Hears of fields that the platform has ignored. */
export type OnIgnoredFields = (ignored: IgnoredFields) => void;

/** The names in `X-Ignored-Fields`. */
export function ignoredFields(headers: Headers): readonly string[] {
  const names = headers.get('x-ignored-fields') ?? '';
  return names === '' ? [] : names.split(',').map((name) => decoded(name.trim()));
}

/** Another server may have written a name as it is. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
