import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { AuthError, type AuthErrorCode, type TokenRequest } from '../src/index.js';
import { ClientRequest, TokenEndpoint } from '../src/nest/server/index.js';

@Controller()
class EchoController {
  @TokenEndpoint('echo')
  echo(@ClientRequest() { query, body, authorization, origin }: TokenRequest) {
    return { query: [...query], body: [...body], authorization, address: origin.address };
  }

  @TokenEndpoint('refuse')
  refuse(@ClientRequest() { body }: TokenRequest) {
    throw new AuthError(body.get('code') as AuthErrorCode, 'No', { retryAfterSeconds: 7 });
  }
}

@Module({ controllers: [EchoController] })
class EchoModule {}

describe.each([
  ['Express', () => new ExpressAdapter()],
  ['Fastify', () => new FastifyAdapter()],
])('TokenEndpoint on %s', (_name, makeAdapter) => {
  let application: INestApplication;
  let url: string;

  beforeAll(async () => {
    application = await NestFactory.create(EchoModule, makeAdapter(), { logger: false, rawBody: true });
    await application.listen(0, '127.0.0.1');
    url = await application.getUrl();
  });

  afterAll(() => application.close());

  const post = async (path: string, body: URLSearchParams | string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/${path}`, { method: 'POST', body, headers });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as object };
  };

  it('takes a request apart, and lets nobody keep the answer', async () => {
    const answer = await post('echo?a=1', new URLSearchParams({ b: '2 ü', c: '' }), { authorization: 'Basic eA==' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      query: [['a', '1']],
      body: [['b', '2 ü']],
      authorization: 'Basic eA==',
      address: '127.0.0.1',
    });
  });

  it('refuses what is no form, and a repeated parameter', async () => {
    const form = 'application/x-www-form-urlencoded';
    const refused = { status: 400, body: { error: 'invalid_request', error_description: `The body must be ${form}` } };
    expect(await post('echo', '{"a":1}', { 'content-type': 'application/json' })).toMatchObject(refused);
    expect(await post('echo', 'a=1&a=2', { 'content-type': `${form}; charset=utf-8` })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', error_description: 'Parameter repeated: a' },
    });
  });

  it.each([
    ['invalid_grant', 400, 'invalid_grant'],
    ['invalid_client', 401, 'invalid_client'],
    ['throttled', 429, 'temporarily_unavailable'],
    ['overloaded', 503, 'temporarily_unavailable'],
    ['secret-key-wrong', 500, 'server_error'],
  ])('answers %s with %i', async (code, status, error) => {
    const answer = await post('refuse', new URLSearchParams({ code }), { authorization: 'Basic eA==' });
    expect(answer).toMatchObject({ status, body: { error } });
    expect(answer.headers.get('retry-after')).toBe(status === 429 || status === 503 ? '7' : null);
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Basic realm="/api", charset="UTF-8"' : null);
  });

  it('answers invalid_client with 400 where no HTTP Basic was used', async () => {
    expect(await post('refuse', new URLSearchParams({ code: 'invalid_client' }))).toMatchObject({ status: 400 });
  });
});
