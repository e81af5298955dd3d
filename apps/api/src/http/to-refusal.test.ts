import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { AuthError } from '@trading-platform/auth-core';
import { BatchError } from '@trading-platform/batch-engine';
import { type ErrorCode, errorTable } from '@trading-platform/domain-types';
import { errorStatus } from './error-status.js';
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

describe('errorStatus', () => {
  it('has the status of every code', () => {
    expect(Object.keys(errorStatus).toSorted()).toEqual(Object.keys(errorTable).toSorted());
  });

  it.each<[ErrorCode, number]>([
    ['E000001', 400],
    ['E000013', 409],
    ['E000019', 422],
    ['E100001', 403],
    ['E100002', 401],
    ['E100003', 429],
    ['E700002', 415],
    ['E700003', 406],
    ['E700004', 404],
    ['E700005', 405],
    ['E700006', 413],
    ['E900001', 500],
    ['E900002', 503],
  ])('%s is %d', (code, status) => {
    expect(errorStatus[code]).toBe(status);
  });
});
