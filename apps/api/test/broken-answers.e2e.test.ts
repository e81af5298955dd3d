import { expect, it } from '@jest/globals';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RunningApi } from './running-api.js';

@Controller()
class BrokenController {
  @Get('broken')
  break(@Res() reply: FastifyReply): never {
    reply.raw.writeHead(200, { 'Content-Length': 10 });
    reply.raw.write('half');
    throw new Error('It fails in the middle of its answer');
  }
}

it('cuts an answer that fails in the middle, so that a part cannot look like the whole', async () => {
  const api = await RunningApi.start({}, { controllers: [BrokenController] });
  try {
    const answer = await api.call('/broken', undefined, { method: 'GET' });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow('terminated');
  } finally {
    await api.stop();
  }
});
