import type { ErrorLanguage } from '@trading-platform/domain-types/error-texts';

type Part = Readonly<Record<string, unknown>>;

/** The parts of our OpenAPI document from which a collection is made. */
interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string; readonly 'x-displayName'?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedCall>>>>;
  readonly components: { readonly securitySchemes: { readonly oauth: { readonly flows: Flows } } };
}

interface Flows {
  readonly password: { readonly tokenUrl: string };
}

interface DocumentedCall {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: unknown }>> };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description: string;
  readonly example: unknown;
}

const words = {
  en: {
    token: 'Get a token',
    tokenSays:
      'Fill in the variables of the collection, and send this first. It keeps the access token for all other calls.',
  },
  ja: {
    token: 'トークンの取得',
    tokenSays:
      'コレクションの変数を設定し、最初に送信してください。アクセストークンが保存され、以降の呼び出しで使用されます。',
  },
} as const;

const json = 'application/json';
const variables = ['api_url', 'client_id', 'client_secret', 'user_id', 'user_password', 'access_token'] as const;

/** Converts our OpenAPI document to a collection of Postman (format 2.1), with a folder for each tag. */
export function postmanCollection(document: Part, language: ErrorLanguage): Part {
  const { info, tags, paths, components } = document as unknown as Document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  );
  const folders = tags.map(({ name, description, 'x-displayName': title = name }) => ({
    name: title,
    description,
    item: calls
      .filter(({ call }) => call.tags.includes(name))
      .map(({ path, method, call }) => item(path, method, call, language)),
  }));
  return {
    info: {
      name: info.title,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}', type: 'string' }] },
    variable: [
      ...variables.map((key) => ({ key, value: key === 'api_url' ? 'http://localhost:4001' : '' })),
      { key: 'token_url', value: components.securitySchemes.oauth.flows.password.tokenUrl },
    ],
    item: [tokenItem(language), ...folders],
  };
}

function tokenItem(language: ErrorLanguage): Part {
  const fields = ['client_id', 'client_secret', 'user_id', 'user_password'];
  return {
    name: words[language].token,
    event: [
      {
        listen: 'test',
        script: {
          type: 'text/javascript',
          exec: ["pm.collectionVariables.set('access_token', pm.response.json().access_token);"],
        },
      },
    ],
    request: {
      description: words[language].tokenSays,
      auth: { type: 'noauth' },
      method: 'POST',
      header: [],
      url: '{{token_url}}',
      body: { mode: 'urlencoded', urlencoded: fields.map((key) => ({ key, value: `{{${key}}}`, type: 'text' })) },
    },
  };
}

function item(path: string, method: string, call: DocumentedCall, language: ErrorLanguage): Part {
  const { summary, description, parameters = [], requestBody } = call;
  const of = (where: string) => parameters.filter((parameter) => parameter.in === where).map(pair);
  const template = path.replaceAll(/\{(\w+)\}/g, ':$1');
  const example = requestBody?.content[json]?.example;
  return {
    name: summary,
    request: {
      description,
      method: method.toUpperCase(),
      header: [
        ...(language === 'ja' ? [{ key: 'Accept-Language', value: 'ja' }] : []),
        ...of('header').map((each) => ({ ...each, disabled: true })),
      ],
      url: {
        raw: `{{api_url}}${template}`,
        host: ['{{api_url}}'],
        path: template.slice(1).split('/'),
        query: of('query').map((each) => ({ ...each, disabled: true })),
        variable: of('path'),
      },
      ...(example === undefined
        ? {}
        : {
            body: {
              mode: 'raw',
              raw: JSON.stringify(example, undefined, 2),
              options: { raw: { language: 'json' } },
            },
          }),
    },
  };
}

function pair({ name, description, example }: Parameter): Part {
  return { key: name, value: String(example), description };
}
