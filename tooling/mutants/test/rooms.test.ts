import { existsSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { rooms } from '../rooms.mjs';

const root = new URL('../../../', import.meta.url);

it('the rooms of mutants name folders and tests that exist', () => {
  const named = rooms.flatMap(({ folder, tests = [] }) => [folder, ...tests]);
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
