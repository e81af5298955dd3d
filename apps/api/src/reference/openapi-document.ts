import { type ErrorCode, envelope, errorTable, type JsonSchema } from '@trading-platform/domain-types';
import type { DescribedRecord } from './described-record.js';
import type { ApiOperation, Refusals } from './operations.js';

type Part = Readonly<Record<string, unknown>>;

/** The data API as an OpenAPI 3.1 document, from the same field lists as the records themselves. */
export function openApiDocument(prefix: string, operations: readonly ApiOperation[]): Part {
  const records = new Map(
    [
      envelope,
      ...operations.flatMap(({ request, answer }) => (request === undefined ? [answer] : [request, answer])),
    ].map((record) => [record.name, record]),
  );
  const paths: Record<string, Record<string, Part>> = {};
  for (const operation of operations) {
    (paths[`${prefix}${operation.path}`] ??= {})[operation.method] = describeOperation(operation);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trading Platform data API',
      version: '1.0.0',
      description: 'Ordering data for buyers and sellers.',
    },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: Object.fromEntries([...records].map(([name, { schema }]) => [name, openSchema(schema)])),
      responses: { refused: { description: 'Refused', content: { 'application/json': { schema: ref(envelope) } } } },
    },
  };
}

function describeOperation({ method, path, group, summary, request, answer, mediaType, ...sent }: ApiOperation): Part {
  const schema = mediaType === undefined ? ref(answer) : { type: 'string' };
  const parameters = parametersOf(path, sent.query, sent.headers);
  return {
    operationId: operationId(method, path),
    tags: [group],
    summary,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: ref(request) } } } }),
    responses: {
      '200': { description: 'Served', content: { [mediaType ?? 'application/json']: { schema } } },
      ...describeRefusals(sent.refusals),
    },
  };
}

/** One answer for each status that can refuse the whole call. */
function describeRefusals(refusals: Refusals): Readonly<Record<string, Part>> {
  const byStatus = Map.groupBy(Object.entries(refusals) as [ErrorCode, number][], ([, status]) => status);
  const described = [...byStatus].map(([status, entries]) => {
    const codes = entries.map(([code]) => code).toSorted();
    const description = codes.map((code) => `${code}: ${errorTable[code].meaning}`).join('; ');
    return [String(status), { $ref: '#/components/responses/refused', description }];
  });
  return Object.fromEntries(described) as Readonly<Record<string, Part>>;
}

/** The schema for callers, open for more fields: requests may have unknown fields, and answers may get new ones. */
function openSchema(schema: JsonSchema): JsonSchema {
  const { additionalProperties: _, minProperties: _least, maxProperties: _most, ...rest } = schema;
  const { properties, items, anyOf } = rest;
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([n, p]) => [n, openSchema(p)])),
    }),
    ...(items && { items: openSchema(items) }),
    ...(anyOf && { anyOf: anyOf.map(openSchema) }),
  };
}

function parametersOf(
  path: string,
  query: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {},
): readonly Part[] {
  const schema = { type: 'string' };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return [
    ...names.map((name) => ({ name, in: 'path', required: true, schema })),
    ...Object.entries(query).map(([name, description]) => ({ name, in: 'query', description, schema })),
    ...Object.entries(headers).map(([name, description]) => ({ name, in: 'header', description, schema })),
  ];
}

function operationId(method: string, path: string): string {
  return `${method}_${path.replace(/[^a-z]+/gi, '_').replace(/^_|_$/g, '')}`;
}

function ref({ name }: DescribedRecord): Part {
  return { $ref: `#/components/schemas/${name}` };
}
