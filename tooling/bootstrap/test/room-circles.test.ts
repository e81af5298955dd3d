import { describe, expect, it } from '@jest/globals';
import { roomCircles } from '../room-circles.mjs';
import { inTemporaryFolder } from './temporary-folder.js';

describe('roomCircles', () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      'nothing where imports run one way',
      {
        'index.ts': `export * from './shop/shop.js';`,
        'shop/shop.ts': `import { a } from '../goods/a.js';`,
        'goods/a.ts': `import { b } from './b.js';`,
        'goods/b.ts': `import { join } from 'node:path';`,
      },
      [],
    ],
    [
      'two files that import each other',
      { 'a.ts': `import type { B } from './b.js';`, 'b.ts': `const a = await import('./a.js');` },
      ['a.ts -> b.ts (a.ts imports b.ts)', 'b.ts -> a.ts (b.ts imports a.ts)'],
    ],
    [
      'two rooms, though no file leads back to itself',
      {
        'goods/a.ts': `import { shop } from '../shop/shop.js';`,
        'goods/b.ts': '',
        'shop/counter.ts': `import { b } from '../goods/b.js';`,
        'shop/shop.ts': '',
      },
      ['goods -> shop (goods/a.ts imports shop/shop.ts)', 'shop -> goods (shop/counter.ts imports goods/b.ts)'],
    ],
    [
      'a room and files beside it, in one circle',
      {
        'main.ts': `import { program } from './program.js';`,
        'program.ts': `import { words } from './words/words.js';`,
        'words/words.ts': `import { main } from '../main.js';`,
      },
      [
        'main.ts -> program.ts (main.ts imports program.ts)',
        'program.ts -> words (program.ts imports words/words.ts)',
        'words -> main.ts (words/words.ts imports main.ts)',
      ],
    ],
    [
      'rooms within a room',
      { 'store/one/a.ts': `import { b } from '../two/b.js';`, 'store/two/b.ts': `import { a } from '../one/a.js';` },
      [
        'store/one -> two (store/one/a.ts imports store/two/b.ts)',
        'store/two -> one (store/two/b.ts imports store/one/a.ts)',
      ],
    ],
    [
      'a feature that knows another',
      { 'features/price/a.ts': `import { b } from '../date/b.js';`, 'features/date/b.ts': '' },
      ['features do not know each other (features/price/a.ts imports features/date/b.ts)'],
    ],
    [
      'nothing where only a test leads back',
      {
        'goods/a.test.ts': `import { shop } from '../shop/shop.js';`,
        'goods/b.ts': '',
        'shop/shop.ts': `import '../goods/b.js'; import { b } from '../goods/b.js';`,
      },
      [],
    ],
  ])('finds %s', (_, files, circles) =>
    inTemporaryFolder((folder) => {
      for (const [name, text] of Object.entries(files)) folder.write(name, text);
      expect(roomCircles(folder.path)).toEqual(circles);
    }),
  );
});
