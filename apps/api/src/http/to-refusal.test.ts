import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { AuthError } from '@trading-platform/auth-core';
import { BatchError } from '@trading-platform/batch-engine';
import { toRefusal } from './to-refusal.js';

describe('toRefusal', () => {
  it.each([
    ['an unknown batch', new BatchError('unknown-batch', 'x'), 400, 'E000009', 'batch_id'],
    ['an unfinished batch', new BatchError('not-finished', 'x', { state: 'waiting' }), 400, 'E000010', 'batch_id'],
    ['another body under a key', new BatchError('idempotency-mismatch', 'x'), 422, 'E000019', 'Idempotency-Key'],
    ['a path that Nest does not know', new NotFoundException(), 404, 'E700004', ''],
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
  });
});
