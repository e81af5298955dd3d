/** A part of an OpenAPI document. */
export type Part = Readonly<Record<string, unknown>>;

export function mapped<Name extends string>(names: readonly Name[], partOf: (name: Name) => Part): Part {
  return Object.fromEntries(names.map((name) => [name, partOf(name)]));
}

export function ref({ name }: { readonly name: string }): Part {
  return { $ref: `#/components/schemas/${name}` };
}

/** Describes a value: its meaning, its Japanese term, an example, and the rest of its schema. */
export function value(meaning: string, ja: string, example: unknown, schema: Part = { type: 'string' }): Part {
  return { ...schema, description: `${meaning} (${ja}).`, 'x-ja': ja, examples: [example] };
}

/** Describes an object with several values. All values are required unless they are named as optional. */
export function object(
  meaning: string,
  properties: Readonly<Record<string, Part>>,
  optional: readonly string[] = [],
): Part {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', description: `${meaning}.`, properties, required };
}

/** Makes the description of an operation. */
export function named(operationId: string, tag: string, summary: string, description: string): Part {
  return { operationId, tags: [tag], summary, description };
}

export function queryParameter(
  name: string,
  required: boolean,
  meaning: string,
  ja: string,
  example: string,
  allowed?: readonly string[],
): Part {
  const schema = { type: 'string', ...(allowed === undefined ? {} : { enum: allowed }), 'x-ja': ja };
  return { name, in: 'query', required, description: `${meaning} (${ja})`, schema, example };
}

export function pathParameter(name: string, meaning: string, ja: string, example: string): Part {
  return { ...queryParameter(name, true, meaning, ja, example), in: 'path' };
}
