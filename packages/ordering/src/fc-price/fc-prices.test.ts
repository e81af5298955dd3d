import { describe, expect, it } from '@jest/globals';
import { anItem, aRule, type FcWorld, MemoryFcPriceSource, pricesOf } from '../../test/fc-price-builders.js';
import { type AskedPrice, FcPrices } from './fc-prices.js';

type Example = [sentence: string, world: FcWorld, item: Partial<AskedPrice>, fcPrice: number];

const rate = (value: string, rounding: '0' | '1' | '2' = '0') => aRule({ method: 'rate', value, rounding });
const fixed = (value: string, given: Parameters<typeof aRule>[0] = {}) => aRule({ value, ...given });

const store = { memberCodeStore: 'S1' };
const line = { catalogId: 'C1' };
const category = { foodCatLargeCode: '10' };

const arithmetic: Example[] = [
  ['no rule: the price itself', {}, { price: '250' }, 250],
  ['no rule: a broken price is rounded down', {}, { price: '250.9999' }, 250],
  ['no rule: a price below one is 0', {}, { price: '0.9999' }, 0],
  ['a fixed price does not depend on the price', { rules: [fixed('180')] }, { price: '250.5' }, 180],
  ['a fixed price of 0 is 0', { rules: [fixed('0')] }, {}, 0],
  ['10 per cent on top of 250 is 275', { rules: [rate('10')] }, {}, 275],
  ['10 per cent off 250 is 225', { rules: [rate('-10')] }, {}, 225],
  ['100 per cent off is 0', { rules: [rate('-100', '1')] }, {}, 0],
  ['0 per cent of a broken price, rounded down', { rules: [rate('0')] }, { price: '99.5' }, 99],
  ['0 per cent of a broken price, rounded up', { rules: [rate('0', '1')] }, { price: '99.0001' }, 100],
  ['0 per cent of a broken price, half rounded up', { rules: [rate('0', '2')] }, { price: '99.5' }, 100],
  ['just below a half is rounded down', { rules: [rate('0', '2')] }, { price: '99.4999' }, 99],
  ['8 per cent on 99 is 106.92: down 106', { rules: [rate('8')] }, { price: '99' }, 106],
  ['8 per cent on 99 is 106.92: up 107', { rules: [rate('8', '1')] }, { price: '99' }, 107],
  ['8 per cent on 99 is 106.92: half up 107', { rules: [rate('8', '2')] }, { price: '99' }, 107],
  [
    'a whole result is not rounded up: 10 per cent on 110, where 110 × 1.1 says more in binary',
    { rules: [rate('10', '1')] },
    { price: '110' },
    121,
  ],
  ['a whole result is not rounded down: 14 per cent on 50 is 57', { rules: [rate('14')] }, { price: '50' }, 57],
  ['33.3333 per cent on 300 is 399.9999: down 399', { rules: [rate('33.3333')] }, { price: '300' }, 399],
  ['33.3333 per cent on 300 is 399.9999: half up 400', { rules: [rate('33.3333', '2')] }, { price: '300' }, 400],
  ['0.0001 per cent on 1000000 is exactly 1000001', { rules: [rate('0.0001')] }, { price: '1000000' }, 1_000_001],
  [
    'twelve digits and four decimals lose nothing',
    { rules: [rate('0.0001', '1')] },
    { price: '999999999999.9999' },
    1_000_001_000_000,
  ],
  ['1.005 per cent on 100 is 101.005: half up 101', { rules: [rate('1.005', '2')] }, { price: '100' }, 101],
  ['0.5 per cent on 100 is 100.5: half up 101', { rules: [rate('0.5', '2')] }, { price: '100' }, 101],
  ['a price of 0 stays 0, rounded up as well', { rules: [rate('50', '1')] }, { price: '0' }, 0],
];

const specificity: Example[] = [
  [
    'store and line before all others',
    {
      rules: [
        fixed('6'),
        fixed('5', store),
        fixed('4', category),
        fixed('3', { ...store, ...category }),
        fixed('2', line),
        fixed('1', { ...store, ...line }),
      ],
    },
    {},
    1,
  ],
  ['line before store and category', { rules: [fixed('3', { ...store, ...category }), fixed('2', line)] }, {}, 2],
  [
    'store and category before category',
    { rules: [fixed('4', category), fixed('3', { ...store, ...category })] },
    {},
    3,
  ],
  ['category before store', { rules: [fixed('5', store), fixed('4', category)] }, {}, 4],
  ['store before default', { rules: [fixed('6'), fixed('5', store)] }, {}, 5],
  ['default where nothing else is', { rules: [fixed('6')] }, {}, 6],
  ['a rule for another store does not go', { rules: [fixed('6'), fixed('5', { memberCodeStore: 'S2' })] }, {}, 6],
  ['a rule for another line does not go', { rules: [fixed('6'), fixed('2', { catalogId: 'C2' })] }, {}, 6],
  ['a rule for another category does not go', { rules: [fixed('6'), fixed('4', { foodCatLargeCode: '11' })] }, {}, 6],
  ['a rule of another owner does not go', { rules: [fixed('6', { fcOwnerMemberCode: 'O2' })] }, {}, 250],
  [
    'a line without category is in no category',
    { rules: [fixed('6'), fixed('4', category)], lines: [{ foodCatLargeCode: '' }] },
    {},
    6,
  ],
  [
    'a more specific rule that is no longer valid leaves the price to a less specific one',
    { rules: [fixed('6'), fixed('1', { ...store, ...line, validTo: '2026-06-09' })] },
    {},
    6,
  ],
];

const validity: Example[] = [
  ['valid from the very day', { rules: [fixed('1', { validFrom: '2026-06-10' })] }, {}, 1],
  ['not yet valid the day before', { rules: [fixed('1', { validFrom: '2026-06-11' })] }, {}, 250],
  ['valid to the very day', { rules: [fixed('1', { validTo: '2026-06-10' })] }, {}, 1],
  ['no longer valid the day after', { rules: [fixed('1', { validTo: '2026-06-09' })] }, {}, 250],
  ['valid on 29 February', { rules: [fixed('1', { validTo: '2028-02-29' })] }, { order_send_date: '2028-02-29' }, 1],
  [
    'by delivery date: valid though ordered before',
    { rules: [fixed('1', { validFrom: '2026-06-12', dateBasis: 'delivery' })] },
    {},
    1,
  ],
  [
    'by delivery date: not valid though ordered in time',
    { rules: [fixed('1', { validTo: '2026-06-11', dateBasis: 'delivery' })] },
    {},
    250,
  ],
  [
    'of two valid rules the one with the newest valid_from goes',
    { rules: [fixed('1', { validFrom: '2026-01-01' }), fixed('2', { validFrom: '2026-06-01' })] },
    {},
    2,
  ],
  ['a dated rule is newer than an open one', { rules: [fixed('1'), fixed('2', { validFrom: '2000-01-01' })] }, {}, 2],
  [
    'of two rules equally new the one by order date goes',
    { rules: [fixed('1', { dateBasis: 'delivery' }), fixed('2', { dateBasis: 'order' })] },
    {},
    2,
  ],
  [
    'the newest valid_from goes before the date basis',
    {
      rules: [fixed('1', { validFrom: '2026-06-02', dateBasis: 'delivery' }), fixed('2', { validFrom: '2026-06-01' })],
    },
    {},
    1,
  ],
  [
    'a newer rule that is over does not hide an older one that is valid',
    { rules: [fixed('1'), fixed('2', { validFrom: '2026-06-01', validTo: '2026-06-05' })] },
    {},
    1,
  ],
];

const lines: Example[] = [
  [
    'the category is that of the line the head office shares',
    { rules: [fixed('4', category)], lines: [{ memberCode: 'H1', shared: true }] },
    {},
    4,
  ],
  [
    'the category of the store’s own line goes before that of its head office’s',
    {
      rules: [fixed('4', category), fixed('5', { foodCatLargeCode: '20' })],
      lines: [{ memberCode: 'H1', shared: true }, { foodCatLargeCode: '20' }],
    },
    {},
    5,
  ],
];

describe.each([
  ['arithmetic', arithmetic],
  ['most specific rule', specificity],
  ['validity', validity],
  ['order-master line', lines],
])('FC price: %s', (_, examples) => {
  it.each(examples)('%s', async (_sentence, world, item, fcPrice) => {
    const [answer] = await pricesOf(world, [anItem(item)]);
    expect(answer).toEqual(expect.objectContaining({ fc_price: fcPrice, detail_err_list: [] }));
  });
});

describe('FC price', () => {
  it('carries the price rounded down and the item as it was asked', async () => {
    expect(await pricesOf({ rules: [rate('10')] }, [anItem({ price: '99.99' })])).toEqual([
      {
        member_code_store: 'S1',
        catalog_id: 'C1',
        Price: 99,
        order_send_date: '2026-06-10',
        delivery_date: '2026-06-12',
        fc_price: 109,
        detail_err_list: [],
      },
    ]);
  });

  it.each([
    ['a store that does not exist', { member_code_store: 'S9' }, {}, 'E000008'],
    ['a store that is not visible', { member_code_store: 'S3' }, { lines: [{ memberCode: 'S3' }] }, 'E000008'],
    [
      'a store without FC owner',
      { member_code_store: 'O1' },
      {
        lines: [{ memberCode: 'O1' }],
        stores: [{ memberCode: 'O1', fcOwnerMemberCode: '', headOfficeMemberCode: '' }],
      },
      'E000008',
    ],
    ['a line that nobody has', { catalog_id: 'C9' }, {}, 'E000012'],
    ['a head office’s line that is not shared', {}, { lines: [{ memberCode: 'H1' }] }, 'E000012'],
    [
      'a shared line of another member',
      { member_code_store: 'S2' },
      { lines: [{ memberCode: 'H1', shared: true }] },
      'E000012',
    ],
  ])('is 0 for %s, with the price and the error', async (_, item, world, code) => {
    const [answer] = await pricesOf({ rules: [fixed('1')], ...world }, [anItem({ price: '99.9', ...item })]);
    expect(answer).toEqual({
      ...anItem(item),
      price: undefined,
      Price: 99,
      fc_price: 0,
      detail_err_list: [{ error_code: code, error_detail: expect.stringMatching(/\w/) }],
    });
  });

  it('keeps the order of the request and answers a repeated item again', async () => {
    const items = ['30', '10', '20', '30'].map((price) => anItem({ price }));
    const answers = await pricesOf({}, items);
    expect(answers.map(({ fc_price }) => fc_price)).toEqual([30, 10, 20, 30]);
  });

  it('asks for its data four times at most, however many items there are', async () => {
    const source = new MemoryFcPriceSource({ rules: [fixed('1')] });
    const item = Array.from({ length: 1000 }, (_, index) => anItem({ catalog_id: `C${index % 7}` }));
    await new FcPrices({ source }).lookUp({ item }, 'O1');
    expect(source.queries).toBe(4);
  });

  it('asks only for changes while nothing is loaded, and for all again then', async () => {
    const source = new MemoryFcPriceSource({ rules: [fixed('1')] });
    const prices = new FcPrices({ source });
    const item = [anItem(), anItem({ catalog_id: 'C9' }), anItem({ member_code_store: 'S9' })];
    const first = await prices.lookUp({ item }, 'O1');
    expect(await prices.lookUp({ item }, 'O1')).toEqual(first);
    expect(source.queries).toBe(5);
    source.changes++;
    expect(await prices.lookUp({ item }, 'O1')).toEqual(first);
    expect(source.queries).toBe(9);
  });

  it('judges who asks anew for what is kept', async () => {
    const prices = new FcPrices({ source: new MemoryFcPriceSource({}) });
    const codes = async (caller: string) =>
      (await prices.lookUp({ item: [anItem()] }, caller)).map(({ detail_err_list }) => detail_err_list[0]?.error_code);
    expect(await codes('O1')).toEqual([undefined]);
    expect(await codes('S2')).toEqual(['E000008']);
    expect(await codes('H1')).toEqual([undefined]);
  });

  it('keeps no more products than it may', async () => {
    const source = new MemoryFcPriceSource({});
    const prices = new FcPrices({ source, productsKept: 1 });
    for (const catalog_id of ['C1', 'C2', 'C1']) await prices.lookUp({ item: [anItem({ catalog_id })] }, 'O1');
    expect(source.queries).toBe(12);
  });
});
