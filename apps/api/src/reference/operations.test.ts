import 'reflect-metadata';
import { describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { batchCheckRequest, envelope, errorCode } from '@trading-platform/domain-types';
import { calls } from '@trading-platform/domain-types/calls';
import { BatchCheckRequest } from '@trading-platform/validation';
import { Operation, OperationGroup } from './operation.decorator.js';
import { operationsOf } from './operations.js';

@Controller()
@OperationGroup('Shelves')
class ShelfController {
  @Get('shelves/:shelfId')
  @Operation({ call: calls.batchDetails, right: 'list', answer: envelope, notFound: errorCode.batchUnknown })
  read() {}

  @Post(['/shelves/check', '/shelves/confirm'])
  @Operation({ call: calls.batchList, right: 'list', request: batchCheckRequest, answer: envelope })
  check(@Body() _request: BatchCheckRequest) {}

  notCalled() {}
}

@Controller()
class WrongController {
  @Post('wrong')
  @Operation({ call: calls.batchList, right: 'list', answer: envelope })
  take(@Body() _request: { readonly a: string }) {}
}

describe('operationsOf', () => {
  it('reads the descriptions of handlers', () => {
    const operations = operationsOf(ShelfController);
    expect(operations.map(({ method, path, group, call }) => [method, path, group, call])).toEqual([
      ['get', '/shelves/{shelf_id}', 'Shelves', calls.batchDetails],
      ['post', '/shelves/check', 'Shelves', calls.batchList],
      ['post', '/shelves/confirm', 'Shelves', calls.batchList],
    ]);
  });

  it('derives from the class of the body the codes that refuse a call', () => {
    const [read, check] = operationsOf(ShelfController).map(({ refusals }) => refusals);
    expect(read).toMatchObject({ E000009: 404, E100001: 403 });
    expect(read).not.toHaveProperty('E000001');
    expect(check).toMatchObject({ E000001: 400, E000003: 400, E700001: 400, E100001: 403 });
    expect(check).not.toHaveProperty('E000009');
  });

  it('refuses a body whose class does not exist at run time', () => {
    expect(() => operationsOf(WrongController)).toThrow(TypeError);
  });
});
