import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { AuthError } from '@trading-platform/auth-core';
import { toRefusal } from './to-refusal.js';

function fastifyError(code: string, statusCode: number | undefined): Error {
  return Object.assign(new Error('x'), { code, statusCode });
}

describe('toRefusal', () => {
  it.each([
    ['a path that Nest does not know', new NotFoundException(), 404, 'E700004', ''],
    ['a body that is too large for Fastify', fastifyError('FST_ERR_CTP_BODY_TOO_LARGE', 413), 413, 'E700006', ''],
    ['an error of Fastify without a status', fastifyError('FST_ERR_REP_ALREADY_SENT', undefined), 500, 'E900001', ''],
    ['a status from another library', fastifyError('ERR_HTTP2', 413), 500, 'E900001', ''],
    ['an overloaded verification', new AuthError('overloaded', 'x'), 503, 'E900002', ''],
    ['a locked database', Object.assign(new Error('x'), { code: 'SQLITE_BUSY' }), 503, 'E900002', ''],
    ['a full disk', new Error('x', { cause: { code: 'SQLITE_FULL' } }), 503, 'E900002', ''],
    ['a lost database connection', { driverError: { code: '57P01' } }, 503, 'E900002', ''],
    ['a defect of the program', new TypeError('x'), 500, 'E900001', ''],
    ['a thrown value that is not an error', undefined, 500, 'E900001', ''],
  ])('%s', (_name, error, status, code, item) => {
    const refusal = toRefusal(error);
    expect(refusal.status).toBe(status);
    expect(refusal.errors).toEqual([{ error_item: item, error_code: code, error_detail: expect.any(String) }]);
    expect('Retry-After' in refusal.headers).toBe(status === 503);
    expect(refusal.cause).toBe(error);
  });
});
