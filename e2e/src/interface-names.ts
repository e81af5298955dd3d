import type { OpenApiDocument } from './openapi.js';

/** A part of the interface that callers can see, and the word by which the change log names this kind of part. */
export interface InterfaceName {
  readonly name: string;
  readonly word: string;
}

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly { readonly const?: unknown }[];
}

/**
 * Lists the operations, parameters, answer headers and error codes, and the fields of all records with their possible
 * values.
 */
export function interfaceNames(document: OpenApiDocument): readonly InterfaceName[] {
  const { schemas = {}, headers = {} } = document.components as {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly headers?: object;
  };
  const codes = JSON.stringify(document).match(/\bE\d{6}\b/g) ?? [];
  const names = [
    ...Object.entries(document.paths).flatMap(([path, methods]) => namesOfPath(path, methods)),
    ...Object.keys(headers).map((header) => ({ name: `header ${header}`, word: header })),
    ...codes.map((code) => ({ name: code, word: code })),
    ...Object.entries(schemas).flatMap(([record, schema]) => namesOfFields(record, schema)),
  ];
  return [...new Map(names.map((each) => [each.name, each])).values()].toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

function namesOfPath(path: string, methods: OpenApiDocument['paths'][string]): readonly InterfaceName[] {
  return Object.entries(methods).flatMap(([method, { parameters = [] }]) => {
    const call = `${method.toUpperCase()} ${path}`;
    const word = path.replace(/^\/ordApi\/order/, '');
    return [
      { name: call, word },
      ...parameters.map((each) => ({ name: `${call} ${each.in} ${each.name}`, word: each.name })),
    ];
  });
}

function namesOfFields(record: string, schema: Schema): readonly InterfaceName[] {
  const inner = schema.items ?? schema;
  return Object.entries(inner.properties ?? {}).flatMap(([field, { items, ...rest }]) => {
    const values = rest.enum ?? (rest.oneOf ?? []).flatMap((each) => ('const' in each ? [each.const] : []));
    return [
      { name: `${record}.${field}`, word: field },
      ...values.map((value) => ({ name: `${record}.${field}=${String(value)}`, word: field })),
      ...namesOfFields(`${record}.${field}`, items ?? rest),
    ];
  });
}
