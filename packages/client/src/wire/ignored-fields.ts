/** Fields of a request that the platform does not know. The platform has answered as if these fields were absent. */
export interface IgnoredFields {
  /** The called address, without its query. */
  readonly address: string;
  /** The names of the fields, such as `colour` or `details_list[].colour`. */
  readonly fields: readonly string[];
}

/** Called with the fields that the platform has ignored. */
export type OnIgnoredFields = (ignored: IgnoredFields) => void;

/** The names in `X-Ignored-Fields`. */
export function ignoredFields(headers: Headers): readonly string[] {
  const names = headers.get('x-ignored-fields') ?? '';
  return names === '' ? [] : names.split(',').map((name) => decoded(name.trim()));
}

/** Another server on the way may have sent the name without encoding it. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
