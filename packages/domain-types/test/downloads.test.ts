import { expect, it } from '@jest/globals';
import { downloads, nameOf, settingNames } from '../src/index.js';
import { describedRecord } from '../src/meanings/index.js';

it.each(Object.entries(downloads))('%s has its records in the array that its answer names last', (name, download) => {
  expect(download.name).toBe(name);
  expect(download.answer.fields.map(nameOf).at(-1)).toBe(download.arrayName);
  expect(describedRecord(download.answer).fields.at(-1)?.of?.name).toBe(download.record.name);
});

it.each(Object.entries(downloads))('%s has its key and its lines in its records', (_name, download) => {
  const fields = describedRecord(download.record).fields;
  const all = fields.flatMap(({ name, of }) => [name, ...(of?.fields.map((field) => field.name) ?? [])]);
  expect(all).toEqual(expect.arrayContaining([...download.key]));
  const lines: readonly string[] = 'lines' in download ? download.lines : [];
  expect(fields.filter(({ of }) => of !== undefined).map(({ name }) => name)).toEqual(
    expect.arrayContaining([...lines]),
  );
});

it('knows the settings', () => {
  expect(settingNames).toEqual(['nottrade', 'orderclosing', 'businessholiday', 'orderblock']);
});
