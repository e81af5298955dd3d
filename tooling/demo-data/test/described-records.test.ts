import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as domainTypes from '@trading-platform/domain-types';
import { type ImportKind, importRecords, type RecordDefinition } from '@trading-platform/domain-types';
import { type DescribedRecord, describedRecord, describedSchema } from '@trading-platform/domain-types/meanings';
import { Ajv2020 } from 'ajv/dist/2020.js';

const run = promisify(execFile);
const main = join(import.meta.dirname, '../dist/main.js');
const kinds = Object.keys(importRecords) as ImportKind[];
const exported: Readonly<Record<string, unknown>> = domainTypes;
const definitions = Object.values(exported).filter(isDefinition);

let folder: string;

/** The market that `npm start` loads. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-data-'));
  await run(process.execPath, [main, '--out', folder], { env: {} });
});

afterAll(() => rm(folder, { recursive: true }));

async function linesOf(kind: ImportKind): Promise<readonly unknown[]> {
  const text = await readFile(join(folder, `${kind}.ndjson`), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

function isDefinition(value: unknown): value is RecordDefinition {
  return typeof value === 'object' && value !== null && 'fieldNames' in value;
}

/** Returns the examples of all fields whose names match, including lists and the fields inside them. */
function examplesOf({ fields }: DescribedRecord, named: RegExp): readonly string[] {
  return fields.flatMap(({ name, of, example }) => {
    if (of !== undefined) return examplesOf(of, named);
    return named.test(name) ? [example].flat().map(String) : [];
  });
}

/** Returns all values of fields whose names match, anywhere in a record. */
function valuesIn(value: unknown, named: RegExp, name = ''): readonly string[] {
  if (typeof value === 'string') return named.test(name) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => valuesIn(item, named));
  return Object.entries(value as object).flatMap(([inner, held]) => valuesIn(held, named, inner));
}

describe('the demo market', () => {
  const ajv = new Ajv2020({ strict: true });
  ajv.addVocabulary(['x-ja', 'x-enumDescriptions']);

  it.each(kinds)('is what the records are described to be: %s', async (kind) => {
    const fits = ajv.compile(describedSchema(importRecords[kind]));
    const lines = await linesOf(kind);
    expect(lines.filter((line) => !fits(line))).toEqual([]);
  });

  it.each<[string, ImportKind, RegExp, RegExp]>([
    ['members', 'members', /member_code/, /^member_code$/],
    ['order-master lines', 'master', /catalog_id$/, /^catalog_id$/],
    ['products', 'master', /^item_id$/, /^item_id$/],
  ])('holds the %s that examples name', async (_what, kind, inExamples, inLines) => {
    const known = new Set(['', ...valuesIn(await linesOf(kind), inLines)]);
    const named = definitions.flatMap((definition) => examplesOf(describedRecord(definition), inExamples));
    expect([...new Set(named)].filter((value) => !known.has(value))).toEqual([]);
  });
});
