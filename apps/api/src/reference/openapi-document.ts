import {
  codeLength,
  type ErrorCode,
  envelope,
  errorTable,
  type RecordDefinition,
  result,
} from '@trading-platform/domain-types';
import { callGroups } from '@trading-platform/domain-types/calls';
import type { ErrorLanguage } from '@trading-platform/domain-types/error-texts';
import { type DescribedRecord, errorMeanings, rightMeanings, schemaOf } from '@trading-platform/domain-types/meanings';
import { type AnswerHeader, answerHeaders } from './answer-headers.js';
import { exampleItems } from './example-items.js';
import { neededRights, rightOfFunction, rightOfKind } from './operation.decorator.js';
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

/**
 * Describes the data API as an OpenAPI 3.1 document, based on the field lists that also define the records. The
 * documents in the two languages differ only in their words.
 */
export function openApiDocument(operations: readonly ApiOperation[], served: Served, language: ErrorLanguage): Part {
  const { prefix, addresses, serviceVersion } = served;
  const paths: Record<string, Record<string, Part>> = {};
  for (const operation of operations) {
    (paths[`${prefix}${operation.path}`] ??= {})[operation.method] = operationPart(operation, language);
  }
  const records = [envelope, ...operations.flatMap(({ request, answer }) => (request ? [request, answer] : [answer]))];
  const codes = new Set(operations.flatMap(({ refusals }) => Object.keys(refusals) as ErrorCode[]));
  return {
    openapi: '3.1.0',
    info: {
      title: apiTitle[language],
      version: interfaceVersion,
      'x-service-version': serviceVersion,
      description: introduction[language],
      contact: { name: contact[language] },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: thisServer[language] }],
    security: securityOfEveryCall,
    tags: tagsOf(operations, language),
    paths,
    components: {
      securitySchemes: securitySchemes(addresses, language),
      schemas: schemasOf(records.map(recordOf), language),
      headers: headersOf(operations, language),
      examples: mapped([...codes], (code) => codePart(code, language)),
      responses: mapped([...codes].filter(isAlone), (code) => refusal([code], language)),
    },
  };
}

const apiTitle = { en: 'Trading Platform data API', ja: 'Trading Platform データAPI' } as const;
const introduction = {
  en: [
    'Ordering data for buyers and sellers: masters, slips, trading settings, delivery dates, prices and orders.',
    'Every call carries an access token of the authentication server. Every JSON answer is an envelope: `result` 0 says ' +
      'that the call was carried out, 1 that it was refused for the reasons in `error_list`. Unknown fields of a request ' +
      'are ignored and named in `X-Ignored-Fields`; answers may get new fields. Days and times are Japan time. ' +
      'With `Accept-Language: ja`, `error_detail` is in Japanese.',
  ].join('\n\n'),
  ja: [
    '買い手・売り手のシステム向けに、マスタ・取引伝票・取引設定・納品日・価格・発注の各機能を提供します。',
    'すべての呼び出しに、認証サーバーのアクセストークンが必要です。JSON の応答は共通の項目で始まります。`result` は正常に処理された場合 0、' +
      '拒否された場合 1 で、理由は `error_list` に入ります。未知の項目は無視され、`X-Ignored-Fields` に示されます。応答には項目が追加されることがあります。' +
      '日時は日本時間です。`Accept-Language: ja` を付けると、`error_detail` が日本語になります。',
  ].join('\n\n'),
} as const;
const contact = { en: 'The operator of this platform', ja: 'このプラットフォームの運営者' } as const;
const thisServer = { en: 'The server that this document comes from', ja: 'この文書を提供しているサーバー' } as const;

function tagsOf(operations: readonly ApiOperation[], language: ErrorLanguage): readonly Part[] {
  const groups = Map.groupBy(operations, ({ group }) => group);
  const titles = new Map(callGroups().map(({ title }) => [title.en, title]));
  return [...groups].map(([name, calls]) => {
    const sentences = [...new Set(calls.map(({ call }) => call.says[language]))];
    const description = language === 'ja' ? `${sentences.join('。')}。` : `${sentences.join('. ')}.`;
    const title = titles.get(name)?.[language] ?? name;
    return { name, ...(title === name ? {} : { 'x-displayName': title }), description };
  });
}

function operationPart(operation: ApiOperation, language: ErrorLanguage): Part {
  const { method, path, group, call, request, answer, mediaType = json } = operation;
  const { example } = recordOf(answer);
  const content = mediaType === json ? { schema: ref(answer), example } : { schema: { type: 'string' } };
  const parameters = parametersOf(operation, language);
  const { meaning, meaningJa } = recordOf(answer);
  return {
    operationId: operationId(method, path),
    tags: [group],
    summary: call.title[language],
    description: operationInWords(operation, language),
    'x-right': neededRights(operation),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === undefined ? {} : { requestBody: { required: true, content: { [json]: bodyPart(request) } } }),
    responses: {
      '200': {
        description: { en: `Served. ${meaning}.`, ja: `正常。${meaningJa}。` }[language],
        headers: headerRefs(servedHeaders(operation)),
        content: {
          [mediaType]: content,
          ...(operation.streams === undefined ? {} : { [operation.streams]: { schema: { type: 'string' } } }),
        },
      },
      ...(operation.headers?.['If-None-Match'] === undefined ? {} : { '304': notModified(language) }),
      ...refusalParts(operation.refusals, language),
    },
  };
}

function bodyPart(request: RecordDefinition): Part {
  return { schema: ref(request), example: recordOf(request).example };
}

function operationInWords(operation: ApiOperation, language: ErrorLanguage): string {
  const { call, request, answer, itemCodes = [], mediaType } = operation;
  const words = sentences[language];
  const asked = request === undefined ? [] : [recordInWords(recordOf(request), language)];
  const answered = mediaType === undefined ? [words.answer + recordInWords(recordOf(answer), language)] : [];
  const single = itemCodes.map((code) => `\`${code}\` ${meaningOfCode(code, language)}`);
  const items = single.length === 0 ? [] : [`${words.items}${single.join('; ')}${words.end}`];
  const said = asked.length + answered.length === 0 ? [words.answers(mediaType ?? json)] : [...asked, ...answered];
  return [call.says[language] + words.end, ...said, ...items, rightsInWords(operation, language)].join('\n\n');
}

const sentences = {
  en: {
    answer: 'Answer: ',
    answers: (mediaType: string) => `Answers ${mediaType}.`,
    items: 'Single elements of the answer can have: ',
    right: 'Right that the application needs: ',
    ofFunction: "the right of the batch's function (バッチの機能の権限)",
    ofKind: 'for each kind of records the right that its list names, and at least one of them (種類ごとの権限)',
    and: '; and ',
    end: '.',
  },
  ja: {
    answer: '応答: ',
    answers: (mediaType: string) => `${mediaType} を返します。`,
    items: '応答の要素ごとに、次のエラーが入ることがあります: ',
    right: 'アプリケーションに必要な権限: ',
    ofFunction: 'バッチの機能の権限',
    ofKind: '種類ごとに、それぞれのリストに記載された権限（少なくとも1つ）',
    and: '、',
    end: '。',
  },
} as const;

function rightsInWords(operation: ApiOperation, language: ErrorLanguage): string {
  const words = sentences[language];
  const said = neededRights(operation).map((right) => {
    if (right === rightOfFunction) return words.ofFunction;
    if (right === rightOfKind) return words.ofKind;
    const { en, ja } = rightMeanings[right];
    return language === 'ja' ? `\`${right}\`（${ja}）` : `\`${right}\`, to ${en} (${ja})`;
  });
  return `${words.right}${said.join(words.and)}${words.end}`;
}

function recordInWords({ meaning, ja, meaningJa }: DescribedRecord, language: ErrorLanguage): string {
  return language === 'ja' ? `${meaningJa}。` : `${meaning} (${ja}).`;
}

function meaningOfCode(code: ErrorCode, language: ErrorLanguage): string {
  return language === 'ja' ? errorMeanings[code].cause.ja.replace(/。$/, '') : errorTable[code].meaning;
}

function notModified(language: ErrorLanguage): Part {
  return {
    description: { en: 'The caller already has these records', ja: '呼び出し元が取得済みのレコードです' }[language],
    headers: headerRefs([...everyCountedAnswer, 'ETag']),
  };
}

/**
 * All error codes with the same status share one description of an answer. If an error code is the only code with its
 * HTTP status, its description is a separate component.
 */
function refusalParts(refusals: Refusals, language: ErrorLanguage): Part {
  const byStatus = Map.groupBy(Object.entries(refusals) as [ErrorCode, number][], ([, status]) => status);
  const described = [...byStatus].map(([status, entries]) => {
    const codes = entries.map(([code]) => code).toSorted();
    const [first] = codes as [ErrorCode];
    const isOwn = codes.length === 1 && isAlone(first);
    return [String(status), isOwn ? { $ref: `#/components/responses/${first}` } : refusal(codes, language)];
  });
  return Object.fromEntries(described) as Part;
}

/** Whether no other code has the same status in any operation. */
function isAlone(code: ErrorCode): boolean {
  return code.startsWith('E1') || code.startsWith('E9') || ['E700002', 'E700003', 'E700006'].includes(code);
}

function refusal(codes: readonly ErrorCode[], language: ErrorLanguage): Part {
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
    description: codes.map((code) => `${code}: ${meaningOfCode(code, language)}`).join('; '),
    headers: headerRefs(names),
    content: {
      [json]: { schema: ref(envelope), examples: mapped(codes, (code) => ({ $ref: `#/components/examples/${code}` })) },
    },
  };
}

function codePart(code: ErrorCode, language: ErrorLanguage): Part {
  const { detail, detailJa } = errorTable[code];
  const { cause, remedy } = errorMeanings[code];
  const error_detail = language === 'ja' ? detailJa : detail;
  const entry = { error_item: exampleItems[code] ?? '', error_code: code, error_detail };
  const english = `${cause.en} ${remedy.en}`;
  const japanese = `${cause.ja}${remedy.ja}`;
  return {
    summary: meaningOfCode(code, language),
    description: language === 'ja' ? japanese : `${english}\n\n${japanese}`,
    value: { ...recordOf(envelope).example, result: result.error, error_list: [entry] },
  };
}

function schemasOf(records: readonly DescribedRecord[], language: ErrorLanguage): Part {
  const schemas: Record<string, Part> = {};
  const add = (record: DescribedRecord) => {
    if (record.name in schemas) return;
    schemas[record.name] = {};
    schemas[record.name] = schemaOf(record, referring, language) as Part;
  };
  const referring = (of: DescribedRecord) => {
    add(of);
    return ref(of);
  };
  records.forEach(add);
  return schemas;
}

function parametersOf({ path, query = {}, headers = {} }: ApiOperation, language: ErrorLanguage): readonly Part[] {
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => [name, parameterNamed(name)] as const);
  return [
    ...parameterParts('path', Object.fromEntries(inPath), language).map((part) => ({ ...part, required: true })),
    ...parameterParts('query', query, language),
    ...parameterParts('header', headers, language),
  ];
}

/** The parameters that paths contain. */
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
  member_code_partner: {
    meaning: 'Member code of the partner',
    ja: '取引先会員コード',
    schema: { type: 'string', maxLength: codeLength.member_code_partner },
    example: '50000040',
  },
  product: {
    meaning: 'catalog_id of a line, or item_id of the product',
    ja: 'マイカタログIDまたは商品ID',
    schema: { type: 'string', maxLength: 200 },
    example: '1080',
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

function parameterParts(
  where: 'path' | 'query' | 'header',
  values: DescribedValues,
  language: ErrorLanguage,
): readonly Part[] {
  return Object.entries(values).map(([name, value]) => ({ name, in: where, ...valuePart(value, language) }));
}

function valuePart({ meaning, ja, schema, example }: ValueDescription, language: ErrorLanguage): Part {
  const [term] = ja.split('：');
  return {
    description: language === 'ja' ? `${ja}。` : `${meaning} (${term}).`,
    schema: { ...schema, 'x-ja': term },
    example,
  };
}

function servedHeaders({ request, query, answerHeaders: own = [] }: ApiOperation): readonly AnswerHeader[] {
  const canIgnore = request !== undefined || query !== undefined;
  return [...everyCountedAnswer, ...(canIgnore ? (['X-Ignored-Fields'] as const) : []), ...own];
}

/** Describes the headers that the answers of these operations use. */
function headersOf(operations: readonly ApiOperation[], language: ErrorLanguage): Part {
  const refused: readonly AnswerHeader[] = ['Content-Language', 'Retry-After', 'WWW-Authenticate'];
  const names = new Set([...operations.flatMap(servedHeaders), ...refused]);
  return mapped([...names], (name) => valuePart(answerHeaders[name], language));
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
