import { describe, expect, it } from '@jest/globals';
import { compileRequest } from './compile-request.js';
import { CodeList, Day, NotBefore, OneOf, Text } from './rules.js';

const side = { front: '1', back: '2' } as const;

describe('the rules', () => {
  it('fit the types of their fields', () => {
    class Shelf {
      @OneOf(side)
      side?: '1' | '2';

      @CodeList(10, side)
      sides?: readonly ('1' | '2')[];

      @Day()
      day_from!: string;

      @Day()
      @NotBefore('day_from')
      day_to?: string;

      // @ts-expect-error -- the field is wider than the table
      @OneOf(side)
      other_side?: string;

      // @ts-expect-error -- a text is no number
      @Text()
      width?: number;

      // @ts-expect-error -- a list of codes is no text
      @CodeList()
      codes?: string;

      @Day()
      // @ts-expect-error -- there is no such field
      @NotBefore('day_form')
      day_end?: string;
    }
    expect(() => compileRequest(Shelf)).toThrow('day_end relates to day_form');
  });
});
