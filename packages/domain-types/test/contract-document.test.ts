import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import * as domainTypes from '../src/index.js';
import { batchFlg, errorTable, maxElements, maxLength, ownLimits } from '../src/index.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const contract = readFileSync(`${root}docs/contract.md`, 'utf8');
const openPoints = readFileSync(`${root}docs/open-points.md`, 'utf8');
const papers: Readonly<Record<string, string>> = {
  'contract.md': contract,
  'open-points.md': openPoints,
  'glossary.md': readFileSync(`${root}docs/glossary.md`, 'utf8'),
};
const exported: Readonly<Record<string, unknown>> = domainTypes;

describe('docs/contract.md', () => {
  const lists = markedBlocks('fields').flatMap(({ argument, block }) =>
    argument.split(', ').map((name) => [name, block] as const),
  );

  it.each(lists)('names the fields of %s in wire order', (name, block) => {
    expect(namesIn(block)).toEqual(fieldNames(name));
  });

  it('has a list for every record of section 2', () => {
    expect(lists.map(([name]) => name)).toEqual(
      expect.arrayContaining([
        'tokenRecord',
        'envelope',
        'errorEntry',
        'masterRecord',
        'buyLine',
        'catalogLine',
        'tradeHeaderFields',
        'tradeAmountFields',
        'tradeFcAmountFields',
        'tradeInvoiceFields',
        'partnerGroup',
        'tradeDetail',
        'nonTradingDay',
        'orderClosing',
        'businessHoliday',
        'orderBlock',
        'masterRequest',
        'tradeRequest',
        'deliveryDateAnswer',
        'fcPriceAnswer',
      ]),
    );
  });

  it('says yes for the required fields of the requests, and no for the others', () => {
    for (const { argument, block } of markedBlocks('fields').filter((marked) => marked.block.includes('| needed |'))) {
      const needed = rowsOf(block).filter((row) => row[1] === 'yes');
      for (const name of argument.split(', ')) {
        expect(needed.map(([field]) => field)).toEqual(requiredNames(name));
      }
    }
  });

  it('has every error code', () => {
    expect(tableOf('errors').map(([code]) => code)).toEqual(Object.keys(errorTable));
  });

  it('has every batch_flg', () => {
    expect(
      tableOf('codes')
        .map(([code]) => code)
        .toSorted(),
    ).toEqual(Object.values(batchFlg).toSorted());
  });

  it.each([
    ['maxLength', maxLength],
    ['maxElements', maxElements],
  ] as const)('has the limits of %s', (name, limits) => {
    const table = tableOf('limits', name);
    expect(Object.fromEntries(table.map(([field, limit]) => [firstName(field), Number(limit)]))).toEqual(limits);
  });

  it('has our own limits', () => {
    const table = tableOf('limits', 'ownLimits');
    expect(Object.fromEntries(table.map(([, name, limit]) => [name, Number(limit)]))).toEqual(ownLimits);
  });
});

describe('links', () => {
  it.each(Object.keys(papers))('of %s to the papers lead somewhere', (own) => {
    const links = [...(papers[own] ?? '').matchAll(/\]\(([a-z-]+\.md)?(?:#([^)]+))?\)/g)];
    const broken = links.filter(([, target = own, anchor]) => {
      const headings = anchorsOf(papers[target] ?? '');
      return anchor === undefined ? headings.length === 0 : !headings.includes(anchor);
    });

    expect(broken.map(([link]) => link)).toEqual([]);
  });

  it('of open-points.md to the code lead somewhere', () => {
    const paths = [...openPoints.matchAll(/`((?:packages|apps)\/[^`]+)`/g)].map(([, path]) => path);

    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  });
});

describe('docs/open-points.md', () => {
  it('names settings that exist', () => {
    const settings = readFileSync(`${root}.env.example`, 'utf8').matchAll(/^#?([A-Z_]+)=/gm);
    const known = new Set(Array.from(settings, ([, name]) => name));
    const named = Array.from(openPoints.matchAll(/`([A-Z]+_[A-Z_]+)`/g), ([, name]) => name);

    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  const points = openPoints.split(/^### /m).slice(1);

  it.each(points.map((point) => [point.slice(0, point.indexOf('\n')), point] as const))(
    'gives an answer, a reason and a place: %s',
    (_heading, point) => {
      expect(point).toMatch(/^- \*\*Answer\*\*[\s\S]*^- \*\*Why\*\*: [\s\S]*^- \*\*Code\*\*: /m);
    },
  );
});

interface MarkedBlock {
  readonly argument: string;
  readonly block: string;
}

/** The blocks after `<!-- kind: argument -->`, up to the next empty line. */
function markedBlocks(kind: string): readonly MarkedBlock[] {
  const marks = contract.matchAll(new RegExp(`<!-- ${kind}(?:: ([^>]+))? -->\\n([\\s\\S]*?)\\n(?=\\n|$)`, 'g'));
  return Array.from(marks, ([, argument = '', block = '']) => ({ argument, block }));
}

function tableOf(kind: string, argument?: string): readonly (readonly string[])[] {
  const marked = markedBlocks(kind).find((candidate) => argument === undefined || candidate.argument === argument);
  if (marked === undefined) throw new Error(`contract.md has no table ${kind} ${argument ?? ''}`);
  return rowsOf(marked.block);
}

/** The cells of a table's rows, without code marks. */
function rowsOf(block: string): readonly (readonly string[])[] {
  const rows = block.split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replace(/^`([^`]+)`$/, '$1')),
  );
}

function namesIn(block: string): readonly string[] {
  if (block.startsWith('|')) return rowsOf(block).map(([name = '']) => name);
  const names = block
    .replace(/^```text\n/, '')
    .replace(/\n```$/, '')
    .split(/,\s+/);
  return names.flatMap(unfold);
}

/** The thirty names of `stock_sub_qty1 … stock_sub_qty30`. */
function unfold(name: string): readonly string[] {
  const [, prefix, last] = /^(\w+?)1 … \w+?(\d+)$/.exec(name) ?? [];
  return prefix === undefined ? [name] : Array.from({ length: Number(last) }, (_, index) => `${prefix}${index + 1}`);
}

function fieldNames(name: string): readonly string[] {
  const list = exported[name];
  if (Array.isArray(list)) return list;
  return (list as domainTypes.RecordDefinition).fieldNames;
}

function requiredNames(name: string): readonly string[] {
  return (exported[name] as domainTypes.RecordDefinition).schema.required ?? [];
}

function firstName(cell = ''): string {
  return /\w+/.exec(cell)?.[0] ?? '';
}

/** The anchors that a renderer derives from the headings. */
function anchorsOf(text: string): readonly string[] {
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replace(/\s/g, '-'),
  );
}
