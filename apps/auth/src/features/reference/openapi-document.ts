import {
  clientCredentialsForm,
  codeExchangeForm,
  credentialsForm,
  deviceAuthorizationForm,
  deviceTokenForm,
  oauthError,
  type RecordDefinition,
  reissueForm,
  serviceTokenRecord,
  tokenForm,
  tokenRecord,
} from '@trading-platform/domain-types';
import { describedRecord, schemaOf } from '@trading-platform/domain-types/meanings';
import type { Env } from '../../env.js';
import { credentialsPath } from '../../http/answer-format.js';
import { accountPaths } from './account-paths.js';
import { authorizationPage, realmParameter } from './authorization-page.js';
import {
  bearerRefusals,
  commonRefusals,
  type ErrorName,
  errorExamples,
  headerRefs,
  refusalsOf,
} from './described-errors.js';
import { mapped, named, type Part, queryParameter, ref, value } from './parts.js';
import { type StandardAnswer, standardAnswers } from './standard-answers.js';

const json = 'application/json';
const forms = [codeExchangeForm, reissueForm, clientCredentialsForm, credentialsForm, tokenForm];
const requests = [codeExchangeForm, reissueForm, clientCredentialsForm];
const deviceForms = [deviceAuthorizationForm, deviceTokenForm];
const deviceErrors: readonly ErrorName[] = ['authorization_pending', 'slow_down', 'access_denied', 'expired_token'];
const clientErrors: readonly ErrorName[] = ['invalid_request', 'invalid_client'];
const grantErrors: readonly ErrorName[] = [...clientErrors, 'invalid_grant', 'unauthorized_client'];

/** The version of the interface (Spec 9). The version of the interface is independent of the version of the service. */
const interfaceVersion = '1.0.0';

/**
 * Describes the authentication server as an OpenAPI 3.1 document, based on the field lists that also define its forms and its
 * token record.
 */
export function openApiDocument(
  { idpSegment, openidConnect, deviceFlow }: Pick<Env, 'idpSegment' | 'openidConnect' | 'deviceFlow'>,
  serviceVersion: string,
): Part {
  const base = `/${idpSegment}/oauth2`;
  const openid = openidConnect ? openIdPaths(base) : {};
  const { user_info, device_authorization, ...always } = standardAnswers;
  const answers: Part = {
    ...always,
    ...(openidConnect ? { user_info } : {}),
    ...(deviceFlow ? { device_authorization } : {}),
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Trading Platform authentication server',
      version: interfaceVersion,
      'x-service-version': serviceVersion,
      description:
        'Tokens of OAuth 2.0 for the data API: by the authorization code flow, by the credentials of a user, for a service ' +
        'account, and by reissue. Keep the access token and use it until it ends; then reissue with the refresh token.',
      contact: { name: 'The operator of this platform' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    security: [{}, { client: [] }],
    tags,
    paths: {
      ...flowPaths(base, deviceFlow),
      ...tokenPaths(base),
      ...accountPaths(`/${idpSegment}/account`, answer),
      ...discoveryPaths(base),
      ...openid,
    },
    components: {
      securitySchemes,
      schemas: {
        ...Object.fromEntries(
          [...forms, ...(deviceFlow ? deviceForms : []), tokenRecord, serviceTokenRecord, oauthError].map((each) => [
            each.name,
            schemaOf(describedRecord(each)),
          ]),
        ),
        ...answers,
      },
      headers,
      examples: deviceFlow ? errorExamples : withoutDevices(errorExamples),
      responses: commonRefusals,
    },
  };
}

function withoutDevices(examples: Part): Part {
  return Object.fromEntries(Object.entries(examples).filter(([name]) => !deviceErrors.some((error) => error === name)));
}

const tags = [
  { name: 'Flows', description: 'How a client gets tokens.' },
  { name: 'Tokens', description: 'What a client can do with its tokens.' },
  { name: 'Account', description: 'The grants of a user, for clients with the mark for it.' },
  { name: 'Discovery', description: 'What clients and the data API learn about the server.' },
];

const headers: Part = {
  'X-Request-Id': header(
    'The ID of this request; tell it to the operator when you ask',
    'リクエストID',
    '019d2f4e-6f0a-7c3e-9b1d-2f6f0c6f7a11',
  ),
  'Retry-After': header('Seconds to wait before the request is made again', '再試行までの秒数', 60, {
    type: 'integer',
  }),
  'WWW-Authenticate': header('How to authenticate', '認証方式', 'Basic realm="/api", charset="UTF-8"'),
};

function header(meaning: string, ja: string, example: string | number, schema: Part = { type: 'string' }): Part {
  return { description: `${meaning} (${ja})`, schema: { ...schema, 'x-ja': ja }, example };
}

const securitySchemes: Part = {
  client: {
    type: 'http',
    scheme: 'basic',
    description:
      'Client ID and client secret. A client sends them either here or as fields of the form, but never in both ways.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'An access token.' },
};

function flowPaths(base: string, deviceFlow: boolean): Part {
  const asked = deviceFlow ? [...requests, deviceTokenForm] : requests;
  const refusals: readonly ErrorName[] = [...grantErrors, 'unsupported_grant_type', 'invalid_scope'];
  return {
    [`${base}/authorize`]: authorizationPage,
    [`${base}/access_token`]: {
      post: {
        ...named(
          'issueOrReissueTokens',
          'Flows',
          'Tokens for a code, reissue, and tokens for a service account',
          inWords(...asked),
        ),
        parameters: [realmParameter],
        requestBody: formBody({ oneOf: asked.map(ref) }, asked),
        responses: {
          '200': issued,
          ...refusalsOf(deviceFlow ? [...refusals, ...deviceErrors] : refusals),
        },
      },
    },
    ...(deviceFlow ? devicePaths(base) : {}),
    [credentialsPath]: {
      post: {
        ...named('issueTokensByCredentials', 'Flows', 'Tokens for user ID and password', inWords(credentialsForm)),
        requestBody: formBody(ref(credentialsForm), [credentialsForm]),
        responses: {
          '200': tokens([json, 'application/xml']),
          ...refusalsOf(grantErrors, [json, 'application/xml']),
        },
      },
    },
  };
}

function devicePaths(base: string): Part {
  return {
    [`${base}/device_authorization`]: {
      post: {
        ...named('requestDeviceCode', 'Flows', 'Code for a device without a browser', inWords(deviceAuthorizationForm)),
        parameters: [realmParameter],
        requestBody: formBody(ref(deviceAuthorizationForm), [deviceAuthorizationForm]),
        responses: {
          '200': answer('device_authorization'),
          ...refusalsOf([...clientErrors, 'unauthorized_client', 'invalid_scope']),
        },
      },
    },
  };
}

function tokenPaths(base: string): Part {
  return {
    [`${base}/introspect`]: {
      post: {
        ...named('introspectToken', 'Tokens', 'Ask about a token', inWords(tokenForm)),
        requestBody: formBody(ref(tokenForm), [tokenForm]),
        responses: { '200': answer('introspection'), ...refusalsOf(clientErrors) },
      },
    },
    [`${base}/revoke`]: {
      post: {
        ...named('revokeToken', 'Tokens', 'Revoke a token', inWords(tokenForm)),
        requestBody: formBody(ref(tokenForm), [tokenForm]),
        responses: { '200': answer('nothing'), ...refusalsOf([...clientErrors, 'invalid_grant']) },
      },
    },
  };
}

function discoveryPaths(base: string): Part {
  const after = queryParameter('after', false, 'The position from the previous page', '位置', '0');
  return {
    '/.well-known/oauth-authorization-server': open('readServerMetadata', 'Metadata of the server', 'server_metadata'),
    [`${base}/jwks`]: open('readKeySet', 'Keys that verify tokens', 'key_set'),
    [`${base}/revocations`]: open('readRevocations', 'Tokens that were revoked', 'revocations', [after]),
  };
}

function openIdPaths(base: string): Part {
  const responses = { '200': answer('user_info'), ...bearerRefusals() };
  const about = (id: string) => ({
    ...named(id, 'Discovery', 'Who the user is', 'Asks with an access token who its user is (ユーザー情報).'),
    security: [{ bearer: [] }],
    responses,
  });
  return {
    '/.well-known/openid-configuration': open(
      'readOpenIdConfiguration',
      'OpenID Connect configuration',
      'server_metadata',
    ),
    [`${base}/userinfo`]: { get: about('readUserInfo'), post: about('postUserInfo') },
  };
}

function inWords(...definitions: readonly RecordDefinition[]): string {
  return definitions
    .map((each) => describedRecord(each))
    .map(({ meaning, ja }) => `${meaning} (${ja}).`)
    .join('\n\n');
}

function formBody(schema: Part, shown: readonly RecordDefinition[]): Part {
  const examples = mapped(
    shown.map(({ name }) => name),
    (name) => ({ value: describedRecord(shown.find((each) => each.name === name) as RecordDefinition).example }),
  );
  return { required: true, content: { 'application/x-www-form-urlencoded': { schema, examples } } };
}

function tokens(mediaTypes: readonly string[]): Part {
  const { meaning, example } = describedRecord(tokenRecord);
  const content = mapped(mediaTypes, (type) =>
    type === json
      ? { schema: ref(tokenRecord), example }
      : { schema: value('The same fields as elements of token', 'XML形式', '<token>…</token>') },
  );
  return { description: `${meaning}.`, headers: headerRefs(['X-Request-Id']), content };
}

/** The answer of the token endpoint. It contains a refresh token, unless the client is a service account. */
const issued: Part = {
  description: `${describedRecord(tokenRecord).meaning}. ${describedRecord(serviceTokenRecord).meaning}.`,
  headers: headerRefs(['X-Request-Id']),
  content: {
    [json]: {
      schema: { anyOf: [ref(tokenRecord), ref(serviceTokenRecord)] },
      examples: mapped([tokenRecord.name, serviceTokenRecord.name], (name) => ({
        value: describedRecord(name === tokenRecord.name ? tokenRecord : serviceTokenRecord).example,
      })),
    },
  },
};

function answer(name: StandardAnswer): Part {
  const { description } = standardAnswers[name] as { readonly description: string };
  return { description, headers: headerRefs(['X-Request-Id']), content: { [json]: { schema: ref({ name }) } } };
}

/** Describes an operation that can be called without authentication. */
function open(operationId: string, summary: string, name: StandardAnswer, parameters: readonly Part[] = []): Part {
  const { description } = standardAnswers[name] as { readonly description: string };
  const refusals = mapped(['failed', 'unavailable'], (each) => ({ $ref: `#/components/responses/${each}` }));
  return {
    get: {
      ...named(operationId, 'Discovery', summary, description),
      security: [],
      ...(parameters.length === 0 ? {} : { parameters }),
      responses: { '200': answer(name), '400': badRequest, '500': refusals['failed'], '503': refusals['unavailable'] },
    },
  };
}

const badRequest: Part = {
  description: 'invalid_request: the request cannot be read',
  headers: headerRefs(['X-Request-Id']),
  content: {
    [json]: {
      schema: ref(oauthError),
      examples: { invalid_request: { $ref: '#/components/examples/invalid_request' } },
    },
  },
};
