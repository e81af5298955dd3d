import {
  codeLength,
  type ErrorCode,
  envelope,
  errorTable,
  type RecordDefinition,
  result,
} from '@trading-platform/domain-types';
import { type DescribedRecord, errorMeanings, rightMeanings, schemaOf } from '@trading-platform/domain-types/meanings';
import { type AnswerHeader, answerHeaders } from './answer-headers.js';
import { exampleItems } from './example-items.js';
import { neededRights, rightOfFunction } from './operation.decorator.js';
import type { ApiOperation, Refusals } from './operations.js';
import { recordOf } from './record-of.js';
import { type OAuthAddresses, securityOfEveryCall, securitySchemes } from './security-schemes.js';
import type { DescribedValues, ValueDescription } from './value-description.js';

type Part = Readonly<Record<string, unknown>>;

const json = 'application/json';
const everyAnswer: readonly AnswerHeader[] = ['X-Request-Id'];
const everyCountedAnswer: readonly AnswerHeader[] = [
  ...everyAnswer,
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'RateLimit-Policy',
];

/**
 * The version of the interface (Spec 9). It changes only when a call or a field is removed, and not with each version of the
 * service.
 */
const interfaceVersion = '1.0.0';

/** The version and the addresses of the service that offers the interface. */
export interface Served {
  readonly prefix: string;
  readonly addresses: OAuthAddresses;
  /** The version of the service, which is different from the version of the interface. */
  readonly serviceVersion: string;
}

/** Describes the data API as an OpenAPI 3.1 document, based on the field lists that also define the records. */
export function openApiDocument(
  operations: readonly ApiOperation[],
  { prefix, addresses, serviceVersion }: Served,
): Part {
  const paths: Record<string, Record<string, Part>> = {};
  for (const operation of operations) {
    (paths[`${prefix}${operation.path}`] ??= {})[operation.method] = operationPart(operation);
  }
  const records = [envelope, ...operations.flatMap(({ request, answer }) => (request ? [request, answer] : [answer]))];
  const codes = new Set(operations.flatMap(({ refusals }) => Object.keys(refusals) as ErrorCode[]));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trading Platform data API',
      version: interfaceVersion,
      'x-service-version': serviceVersion,
      description: [
        'Ordering data for buyers and sellers: masters, slips, trading settings, delivery dates, prices and orders.',
        'Every call carries an access token of the authentication server. Every JSON answer is an envelope: `result` 0 says ' +
          'that the call was carried out, 1 that it was refused for the reasons in `error_list`. Unknown fields of a request ' +
          'are ignored and named in `X-Ignored-Fields`; answers may get new fields. Days and times are Japan time. ' +
          'With `Accept-Language: ja`, `error_detail` is in Japanese.',
      ].join('\n\n'),
      contact: { name: 'The operator of this platform' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    security: securityOfEveryCall,
    tags: tagsOf(operations),
    paths,
    components: {
      securitySchemes: securitySchemes(addresses),
      schemas: schemasOf(records.map(recordOf)),
      headers: headersOf(operations),
      examples: mapped([...codes], codePart),
      responses: mapped([...codes].filter(isAlone), (code) => refusal([code])),
    },
  };
}

function tagsOf(operations: readonly ApiOperation[]): readonly Part[] {
  const groups = Map.groupBy(operations, ({ group }) => group);
  return [...groups].map(([name, calls]) => {
    const summaries = new Set(calls.map(({ summary }) => summary));
    return { name, description: `${[...summaries].join('. ')}.` };
  });
}

function operationPart(operation: ApiOperation): Part {
  const { method, path, group, summary, request, answer, mediaType = json } = operation;
  const { example } = recordOf(answer);
  const content = mediaType === json ? { schema: ref(answer), example } : { schema: { type: 'string' } };
  const parameters = parametersOf(operation);
  return {
    operationId: operationId(method, path),
    tags: [group],
    summary,
    description: operationInWords(operation),
    'x-right': neededRights(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === undefined ? {} : { requestBody: { required: true, content: { [json]: bodyPart(request) } } }),
    responses: {
      '200': {
        description: `Served. ${recordOf(answer).meaning}.`,
        headers: headerRefs(servedHeaders(operation)),
        content: {
          [mediaType]: content,
          ...(operation.streams === undefined ? {} : { [operation.streams]: { schema: { type: 'string' } } }),
        },
      },
      ...(operation.headers?.['If-None-Match'] === undefined ? {} : { '304': notModified }),
      ...refusalParts(operation.refusals),
    },
  };
}

function bodyPart(request: RecordDefinition): Part {
  return { schema: ref(request), example: recordOf(request).example };
}

function operationInWords(operation: ApiOperation): string {
  const { request, answer, itemCodes = [], mediaType } = operation;
  const asked = request === undefined ? [] : [inBothLanguages(recordOf(request))];
  const answered = mediaType === undefined ? [`Answer: ${inBothLanguages(recordOf(answer))}`] : [];
  const single = itemCodes.map((code) => `\`${code}\` ${errorTable[code].meaning}`);
  const items = single.length === 0 ? [] : [`Single elements of the answer can have: ${single.join('; ')}.`];
  const said = asked.length + answered.length === 0 ? [`Answers ${mediaType}.`] : [...asked, ...answered];
  return [...said, ...items, rightsInWords(operation)].join('\n\n');
}

function rightsInWords(operation: ApiOperation): string {
  const said = neededRights(operation).map((right) =>
    right === rightOfFunction
      ? "the right of the batch's function (バッチの機能の権限)"
      : `\`${right}\`, to ${rightMeanings[right].en} (${rightMeanings[right].ja})`,
  );
  return `Right that the application needs: ${said.join('; and ')}.`;
}

function inBothLanguages({ meaning, ja }: DescribedRecord): string {
  return `${meaning} (${ja}).`;
}

const notModified: Part = {
  description: 'The caller has these records already',
  headers: headerRefs([...everyCountedAnswer, 'ETag']),
};

/**
 * All error codes with the same status share one description of an answer. An error code that is the only code with its HTTP
 * status has its own description among the components.
 */
function refusalParts(refusals: Refusals): Part {
  const byStatus = Map.groupBy(Object.entries(refusals) as [ErrorCode, number][], ([, status]) => status);
  const described = [...byStatus].map(([status, entries]) => {
    const codes = entries.map(([code]) => code).toSorted();
    const [first] = codes as [ErrorCode];
    const isOwn = codes.length === 1 && isAlone(first);
    return [String(status), isOwn ? { $ref: `#/components/responses/${first}` } : refusal(codes)];
  });
  return Object.fromEntries(described) as Part;
}

/** Whether no other code has the same status in any operation. */
function isAlone(code: ErrorCode): boolean {
  return code.startsWith('E1') || code.startsWith('E9') || ['E700002', 'E700003', 'E700006'].includes(code);
}

function refusal(codes: readonly ErrorCode[]): Part {
  const isLater = codes.includes('E100003') || codes.includes('E900002');
  const isUncounted = codes.includes('E100002');
  const names: readonly AnswerHeader[] = [
    ...(isUncounted ? everyAnswer : everyCountedAnswer),
    'Content-Language',
    ...(isUncounted ? (['WWW-Authenticate'] as const) : []),
    ...(isLater ? (['Retry-After'] as const) : []),
    ...(codes.every(isAlone) ? [] : (['X-Ignored-Fields'] as const)),
  ];
  return {
    description: codes.map((code) => `${code}: ${errorTable[code].meaning}`).join('; '),
    headers: headerRefs(names),
    content: {
      [json]: { schema: ref(envelope), examples: mapped(codes, (code) => ({ $ref: `#/components/examples/${code}` })) },
    },
  };
}

function codePart(code: ErrorCode): Part {
  const { meaning, detail } = errorTable[code];
  const { cause, remedy } = errorMeanings[code];
  const entry = { error_item: exampleItems[code] ?? '', error_code: code, error_detail: detail };
  return {
    summary: meaning,
    description: `${cause.en} ${remedy.en}\n\n${cause.ja}${remedy.ja}`,
    value: { ...recordOf(envelope).example, result: result.error, error_list: [entry] },
  };
}

function schemasOf(records: readonly DescribedRecord[]): Part {
  const schemas: Record<string, Part> = {};
  const add = (record: DescribedRecord) => {
    if (record.name in schemas) return;
    schemas[record.name] = {};
    schemas[record.name] = schemaOf(record, (of) => {
      add(of);
      return ref(of);
    }) as Part;
  };
  records.forEach(add);
  return schemas;
}

function parametersOf({ path, query = {}, headers = {} }: ApiOperation): readonly Part[] {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => [name, parameterNamed(name)] as const);
  return [
    ...parameterParts('path', Object.fromEntries(inPath)).map((part) => ({ ...part, required: true })),
    ...parameterParts('query', query),
    ...parameterParts('header', headers),
  ];
}

/** The parameters in paths. */
const pathParameters: DescribedValues = {
  batch_id: {
    meaning: 'Number of the batch',
    ja: 'バッチID',
    schema: { type: 'string', pattern: '^[0-9]{1,18}$' },
    example: '41',
  },
  trade_id: {
    meaning: 'ID of the slip',
    ja: '取引ID',
    schema: { type: 'string', maxLength: codeLength.trade_id },
    example: '100000000284',
  },
  endpoint_id: {
    meaning: 'ID of the endpoint',
    ja: 'エンドポイントID',
    schema: { type: 'string', pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' },
    example: '019ab2f4-7c1d-7e3a-9d55-6f1c0e8a4b73',
  },
};

function parameterNamed(name: string | undefined): ValueDescription {
  const known = pathParameters[name ?? ''];
  if (known === undefined) throw new RangeError(`The parameter ${name} of a path has no meaning`);
  return known;
}

function parameterParts(where: 'path' | 'query' | 'header', values: DescribedValues): readonly Part[] {
  return Object.entries(values).map(([name, value]) => ({ name, in: where, ...valuePart(value) }));
}

function valuePart({ meaning, ja, schema, example }: ValueDescription): Part {
  return { description: `${meaning} (${ja})`, schema: { ...schema, 'x-ja': ja }, example };
}

function servedHeaders({ request, query, answerHeaders: own = [] }: ApiOperation): readonly AnswerHeader[] {
  const canIgnore = request !== undefined || query !== undefined;
  return [...everyCountedAnswer, ...(canIgnore ? (['X-Ignored-Fields'] as const) : []), ...own];
}

/** Describes the headers that the answers of these operations use. */
function headersOf(operations: readonly ApiOperation[]): Part {
  const refused: readonly AnswerHeader[] = ['Content-Language', 'Retry-After', 'WWW-Authenticate'];
  const names = new Set([...operations.flatMap(servedHeaders), ...refused]);
  return mapped([...names], (name) => valuePart(answerHeaders[name]));
}

function headerRefs(names: readonly AnswerHeader[]): Part {
  return mapped(names, (name) => ({ $ref: `#/components/headers/${name}` }));
}

function operationId(method: string, path: string): string {
  return `${method}_${path.replace(/[^a-z]+/gi, '_').replace(/^_|_$/g, '')}`;
}

function ref({ name }: { readonly name: string }): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

function mapped<Name extends string>(names: readonly Name[], partOf: (name: Name) => Part): Part {
  return Object.fromEntries(names.map((name) => [name, partOf(name)]));
}
