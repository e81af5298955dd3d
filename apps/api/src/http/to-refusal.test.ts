import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { AuthError } from '@trading-platform/auth-core';
import { BatchError } from '@trading-platform/batch-engine';
import { toRefusal } from './to-refusal.js';

function fastifyError(code: string, statusCode: number | undefined): Error {
  return Object.assign(new Error('x'), { code, statusCode });
}

describe('toRefusal', () => {
  it.each([
    ['an unknown batch', new BatchError('unknown-batch', 'x'), 400, 'E000009', 'batch_id'],
    ['an unfinished batch', new BatchError('not-finished', 'x', { state: 'waiting' }), 400, 'E000010', 'batch_id'],
    ['another body under a key', new BatchError('idempotency-mismatch', 'x'), 422, 'E000019', 'Idempotency-Key'],
    ['a path that Nest does not know', new NotFoundException(), 404, 'E700004', ''],
    ['what Fastify finds too large', fastifyError('FST_ERR_CTP_BODY_TOO_LARGE', 413), 413, 'E700006', ''],
    ['what Fastify says without a status', fastifyError('FST_ERR_REP_ALREADY_SENT', undefined), 500, 'E900001', ''],
    ['a status of somebody else', fastifyError('ERR_HTTP2', 413), 500, 'E900001', ''],
    ['verification that is overloaded', new AuthError('overloaded', 'x'), 503, 'E900002', ''],
    ['a locked database', Object.assign(new Error('x'), { code: 'SQLITE_BUSY' }), 503, 'E900002', ''],
    ['a full disk', new Error('x', { cause: { code: 'SQLITE_FULL' } }), 503, 'E900002', ''],
    ['a database that went away', { driverError: { code: '57P01' } }, 503, 'E900002', ''],
    ['a defect of the program', new TypeError('x'), 500, 'E900001', ''],
    ['something that is no error', undefined, 500, 'E900001', ''],
  ])('%s', (_name, error, status, code, item) => {
    const refusal = toRefusal(error);
    expect(refusal.status).toBe(status);
    expect(refusal.errors).toEqual([{ error_item: item, error_code: code, error_detail: expect.any(String) }]);
    expect('Retry-After' in refusal.headers).toBe(status === 503);
    expect(refusal.cause).toBe(error);
  });
});

describe('a get of a batch without records', () => {
  it.each([
    ['waiting', 'The batch is still waiting (batch_flg 1): check it again, and get when batch_flg is 3.'],
    ['processing', 'The batch is still processing (batch_flg 2): check it again, and get when batch_flg is 3.'],
    ['cancelled', 'The batch was aborted (batch_flg 4): request it again.'],
    ['failed', 'The batch has ended with an error (batch_flg 5): check it for the reason, and request it again.'],
  ] as const)('names the state: %s', (state, error_detail) => {
    expect(toRefusal(new BatchError('not-finished', 'x', { state })).errors).toEqual([
      { error_item: 'batch_id', error_code: 'E000010', error_detail },
    ]);
  });
});
