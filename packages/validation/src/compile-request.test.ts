import { describe, expect, it } from '@jest/globals';
import { IsArray, IsString, ValidateIf } from 'class-validator';
import { compileRequest } from './compile-request.js';
import { Day, NotBefore, Text } from './rules.js';

describe('compileRequest', () => {
  it('compiles a class once', () => {
    class Once {
      @Text()
      name?: string;
    }
    expect(compileRequest(Once)).toBe(compileRequest(Once));
  });

  it('refuses a class without fields', () => {
    class Nothing {
      note?: string;
    }
    expect(() => compileRequest(Nothing)).toThrow(new TypeError('Nothing declares no request field'));
  });

  it('refuses a field without a decorator that defines how it is read', () => {
    class Unread {
      @IsArray({ context: { stage: 'type', errorCode: 'E000002', detail: '' } })
      list?: unknown;
    }
    expect(() => compileRequest(Unread)).toThrow(new TypeError('Nothing says how to read the request field list'));
  });

  it('refuses a rule that does not say how it refuses', () => {
    class Silent {
      @Text()
      @IsString()
      name?: string;
    }
    expect(() => compileRequest(Silent)).toThrow(new TypeError('A rule of name does not say how it refuses'));
  });

  it('refuses a rule that runs only under a condition', () => {
    class Conditional {
      @Text()
      @ValidateIf(() => false)
      name?: string;
    }
    expect(() => compileRequest(Conditional)).toThrow(new TypeError('A rule of name does not say how it refuses'));
  });

  it('refuses a rule that runs only in a group', () => {
    class Grouped {
      @Text()
      @IsString({ groups: ['some'], context: { stage: 'type', errorCode: 'E000002', detail: '' } })
      name?: string;
    }
    expect(() => compileRequest(Grouped)).toThrow(new TypeError('A rule of name is for groups only'));
  });

  it('refuses a relation to a field that is declared later', () => {
    class Backwards {
      @Day()
      @NotBefore('from')
      to?: string;

      @Day()
      from?: string;
    }
    expect(() => compileRequest(Backwards)).toThrow(
      new TypeError('to relates to from, which is not declared before it'),
    );
  });
});
