import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { fingerprint, whenChanged } from '../stamp.mjs';
import { inTemporaryFolder, type TemporaryFolder } from './temporary-folder.js';

describe('fingerprint', () => {
  it.each<[string, (folder: TemporaryFolder) => void]>([
    ['a longer file', (folder) => folder.write('src/a.ts', 'longer')],
    ['a touched file', (folder) => utimesSync(join(folder.path, 'src/a.ts'), 1, 1)],
    ['a new file', (folder) => folder.write('src/deep/b.ts', 'b')],
    ['a removed file', (folder) => rmSync(join(folder.path, 'src/a.ts'))],
    ['a removed folder', (folder) => rmSync(join(folder.path, 'src'), { recursive: true })],
  ])('changes with %s', (_, change) =>
    inTemporaryFolder((folder) => {
      folder.write('src/a.ts', 'a');
      const before = fingerprint([join(folder.path, 'src')]);
      expect(fingerprint([join(folder.path, 'src')])).toBe(before);
      change(folder);
      expect(fingerprint([join(folder.path, 'src')])).not.toBe(before);
    }),
  );

  it('passes over what is left out', () =>
    inTemporaryFolder((folder) => {
      folder.write('src/a.ts', 'a');
      const take = () => fingerprint([join(folder.path, 'src')], (name) => name.endsWith('.test.ts'));
      const before = take();
      folder.write('src/a.test.ts', 'test');
      expect(take()).toBe(before);
    }));
});

describe('whenChanged', () => {
  it('works the first time, and again only after a change or when its product is gone', () =>
    inTemporaryFolder(async (folder) => {
      const product = join(folder.path, 'product');
      let runs = 0;
      const go = (current: string) =>
        whenChanged({
          stamp: join(folder.path, 'cache', 'stamp'),
          current,
          makes: [product],
          work: async () => {
            runs += 1;
            mkdirSync(product, { recursive: true });
          },
        });
      await go('one');
      await go('one');
      expect(runs).toBe(1);
      await go('two');
      expect(runs).toBe(2);
      rmSync(product, { recursive: true });
      await go('two');
      expect(runs).toBe(3);
    }));

  it('works again after a failure', () =>
    inTemporaryFolder(async (folder) => {
      const stamp = join(folder.path, 'stamp');
      const failing = whenChanged({ stamp, current: 'one', work: () => Promise.reject(new Error('no network')) });
      await expect(failing).rejects.toThrow('no network');
      let runs = 0;
      await whenChanged({
        stamp,
        current: 'one',
        work: async () => {
          runs += 1;
        },
      });
      expect(runs).toBe(1);
    }));
});
