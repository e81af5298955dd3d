import { describe, expect, it } from '@jest/globals';
import type { RecordDefinition } from '@trading-platform/domain-types';
import { type DescribedField, describedRecord } from '@trading-platform/domain-types/meanings';
import { examineRequest } from '../src/read-request.js';
import { type RequestClass, requestClasses } from './request-classes.js';

const requests: readonly (readonly [RecordDefinition, RequestClass])[] = requestClasses().flatMap(
  ([, requestClass, definitions]) => definitions.map((definition) => [definition, requestClass] as const),
);

const fields = requests.flatMap(([definition, requestClass]) =>
  describedRecord(definition).fields.map((field) => ({
    request: definition.name,
    field: field.name,
    described: field,
    refused: (value: unknown) => refusalsOf(requestClass, field.name, value),
  })),
);

/** The refusals of one value of one field. Refusals because other fields are missing are left out. */
function refusalsOf(requestClass: RequestClass, field: string, value: unknown): readonly string[] {
  const { errors } = examineRequest(requestClass, { [field]: value });
  const about = errors.filter(({ error_item }) => error_item === field || error_item.startsWith(`${field}[`));
  return [...new Set(about.map(({ error_code }) => error_code))];
}

/** A text of this many characters; decimal digits if the field requires them. */
function characters(count: number): string {
  return '1'.repeat(count);
}

/** The value; for a list of codes, a list with only this value. */
function sent({ type }: DescribedField, value: string): unknown {
  return type === 'codes' ? [value] : value;
}

describe('a request, as it is described,', () => {
  it.each(requests.map(([definition, requestClass]) => [definition.name, definition, requestClass] as const))(
    'is shown by an example that is accepted: %s',
    (_name, definition, requestClass) => {
      expect(examineRequest(requestClass, describedRecord(definition).example)).toMatchObject({
        errors: [],
        ignoredFields: [],
      });
    },
  );

  it.each(fields)('has an example that is accepted: $request: $field', ({ described, refused }) => {
    expect(refused(described.example)).toEqual([]);
  });

  it.each(fields.filter(({ described }) => described.maxLength !== undefined))(
    'is at most as long as described: $request: $field',
    ({ described, refused }) => {
      const longest = described.maxLength ?? 0;
      expect(refused(sent(described, characters(longest)))).not.toContain('E000003');
      expect(refused(sent(described, characters(longest + 1)))).toEqual(['E000003']);
    },
  );

  it.each(fields.filter(({ described }) => described.values !== undefined))(
    'takes the described values and no others: $request: $field',
    ({ described, refused }) => {
      for (const { value } of described.values ?? []) expect(refused(sent(described, String(value)))).toEqual([]);
      expect(refused(sent(described, '~'))).toEqual(['E000004']);
    },
  );

  it.each(fields.filter(({ described }) => described.pattern !== undefined))(
    'is written as described: $request: $field',
    ({ described, refused }) => {
      expect(refused(sent(described, '~'))).toEqual(['E000002']);
    },
  );

  it.each(fields.filter(({ described }) => described.maxElements !== undefined))(
    'has as many elements as described: $request: $field',
    ({ described, refused }) => {
      const [element] = described.example as readonly unknown[];
      const most = described.maxElements ?? 0;
      expect(refused(Array.from({ length: most }, () => element))).not.toContain('E000007');
      expect(refused(Array.from({ length: most + 1 }, () => element))).toContain('E000007');
    },
  );

  it('is limited wherever a caller could send any length', () => {
    const unlimited = fields.filter(
      ({ described: { maxLength, values, pattern, of, type } }) =>
        (type === 'codes' && values === undefined && maxLength === undefined) ||
        (type !== 'codes' && [maxLength, values, pattern, of].every((limit) => limit === undefined)),
    );
    expect(unlimited.map(({ request, field }) => `${request}.${field}`)).toEqual([]);
  });
});
