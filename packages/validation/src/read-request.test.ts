import { describe, expect, it } from '@jest/globals';
import { inOrderOfFields, readRequest } from './read-request.js';
import { RequestRefusedError } from './request-refused-error.js';
import { CodeList, Optional, Required, Text } from './rules.js';

class ShelfRequest {
  @Required()
  @Text(5)
  name!: string;

  @Optional()
  @CodeList()
  codes?: readonly string[];
}

describe('readRequest', () => {
  it.each([undefined, null, 'text', 5, true, [], [{ name: 'a' }]])('refuses a body that is %j', (body) => {
    expect(refusalOf(body).errors).toEqual([
      { error_item: '', error_code: 'E000002', error_detail: 'Send one JSON object as the body.' },
    ]);
  });

  it('says for each field what to do', () => {
    expect(refusalOf({ name: 'too long', codes: ['a', 1.5] }).errors).toEqual([
      { error_item: 'name', error_code: 'E000003', error_detail: 'Send at most 5 characters.' },
      {
        error_item: 'codes[1]',
        error_code: 'E000002',
        error_detail: 'Send a string, or an object with exactly one string value.',
      },
    ]);
  });

  it('is an error of its own kind that names fields and codes, never values', () => {
    const error = refusalOf({ name: 'secret' });

    expect(error).toBeInstanceOf(Error);
    expect({ name: error.name, code: error.code, message: error.message }).toEqual({
      name: 'RequestRefusedError',
      code: 'request-refused',
      message: 'name: E000003',
    });
  });

  it('names ignored fields when it refuses, too', () => {
    const error = refusalOf({ nmae: 'a' });

    expect(error.errors.map((entry) => entry.error_code)).toEqual(['E000001']);
    expect(error.ignoredFields).toEqual(['nmae']);
  });

  it('does not change the body', () => {
    const body = Object.freeze({ name: 'a', codes: Object.freeze([Object.freeze({ code: 1 })]), extra: {} });

    expect(readRequest(ShelfRequest, body)).toEqual({ value: { name: 'a', codes: ['1'] }, ignoredFields: ['extra'] });
  });

  it('is not touched by keys of prototypes', () => {
    const body: unknown = JSON.parse(
      '{"__proto__":{"name":"x","polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":1,"name":"a"}',
    );
    const { value, ignoredFields } = readRequest(ShelfRequest, body);

    expect(value).toEqual({ name: 'a' });
    expect(Object.getPrototypeOf(value)).toBe(ShelfRequest.prototype);
    expect(ignoredFields).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('reads own fields only', () => {
    expect(refusalOf(Object.create({ name: 'inherited' })).errors).toHaveLength(1);
    expect(refusalOf(JSON.parse('{"__proto__":{"name":"x"}}')).errors[0]?.error_code).toBe('E000001');
  });

  it('reads elements under any key, the name of a prototype too', () => {
    const codes: unknown = JSON.parse('[{"__proto__":"1"},{"constructor":"2"},{"":"3"}]');

    expect(readRequest(ShelfRequest, { name: 'a', codes }).value.codes).toEqual(['1', '2', '3']);
  });

  it('does not look into ignored values', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);

    expect(readRequest(ShelfRequest, { name: 'a', deep }).ignoredFields).toEqual(['deep']);
    expect(refusalOf({ name: deep, codes: ['1', deep] }).errors.map((entry) => entry.error_item)).toEqual([
      'name',
      'codes[1]',
    ]);
  });

  it('names at most 100 ignored fields', () => {
    const extra = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x${index}`, index]));

    expect(readRequest(ShelfRequest, { name: 'a', ...extra }).ignoredFields).toHaveLength(100);
  });

  it('lists at most 10,000 defects', () => {
    class TwoLists {
      @CodeList()
      first?: readonly string[];

      @CodeList()
      second?: readonly string[];
    }
    const wrong = Array.from({ length: 10_000 }, () => true);
    let error: unknown;
    try {
      readRequest(TwoLists, { first: wrong, second: wrong });
    } catch (caught) {
      error = caught;
    }

    expect((error as RequestRefusedError).errors).toHaveLength(10_000);
    expect((error as RequestRefusedError).message.length).toBeLessThanOrEqual(1_000);
  });
});

function refusalOf(body: unknown): RequestRefusedError {
  try {
    readRequest(ShelfRequest, body);
  } catch (error) {
    if (error instanceof RequestRefusedError) return error;
    throw error;
  }
  throw new Error('the body was accepted');
}

describe('inOrderOfFields', () => {
  it('joins the defects that several judges have found', () => {
    const mixed = ['codes', 'codes[2]', 'name', 'codes[10].x', 'codes[1]', 'codes[10].y'].map(refusedField);
    expect(inOrderOfFields(ShelfRequest, mixed).map(({ error_item }) => error_item)).toEqual([
      'name',
      'codes',
      'codes[1]',
      'codes[2]',
      'codes[10].x',
      'codes[10].y',
    ]);
  });

  it('lists at most 10,000', () => {
    const many = Array.from({ length: 10_001 }, () => refusedField('x'));
    expect(inOrderOfFields(ShelfRequest, many)).toHaveLength(10_000);
  });
});

function refusedField(error_item: string) {
  return { error_item, error_code: 'E000008', error_detail: '' };
}
