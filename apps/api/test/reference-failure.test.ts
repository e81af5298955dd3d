import 'reflect-metadata';
import { expect, it } from '@jest/globals';
import type { DiscoveryService } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { readEnv } from '../src/env.js';
import { ReferenceController } from '../src/reference/reference.controller.js';

it('a description that cannot be made is neither cached nor remembered', async () => {
  const env = readEnv({});
  let failures = 1;
  const failing = new Proxy(env, {
    get(target, name, receiver) {
      if (name === 'prefix' && failures-- > 0) throw new Error('out of memory');
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  const headers: string[] = [];
  const reply = {
    header: (name: string) => {
      headers.push(name);
      return reply;
    },
    type: () => reply,
  };
  const discovery = { getControllers: () => [] } as unknown as DiscoveryService;
  const controller = new ReferenceController(failing, { service: 'api', version: '1.0.0', commit: '' }, discovery);
  const ask = () => controller.openApi(reply as unknown as FastifyReply);
  await expect(ask()).rejects.toThrow('out of memory');
  expect(headers).toEqual([]);
  expect((await ask()).toString()).toContain('"openapi"');
  expect(headers).toEqual(['Cache-Control']);
});
