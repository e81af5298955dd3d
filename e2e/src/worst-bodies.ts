/** A body that is as expensive to read as its sender can make it, and the status that is expected. */
export interface WorstBody {
  readonly sentence: string;
  /** The part of the call's path after the prefix. */
  readonly path: string;
  readonly status: number;
  /** Makes a body of at most this many bytes. */
  readonly make: (bytes: number) => Buffer<ArrayBuffer>;
}

const master = '/master/download/buy/request';
const settings = '/setting/nottrade/download/request';
const delivery = '/delivery/shortest';
const upload = '/order/upload/request';

/** Returns a text that begins with `head`, contains as many parts as fit, separated by commas, and ends with `tail`. */
function filled(bytes: number, head: string, part: (position: number) => string, tail: string): Buffer<ArrayBuffer> {
  const parts: string[] = [];
  let length = head.length + tail.length;
  for (;;) {
    const next = part(parts.length);
    length += Buffer.byteLength(next) + 1;
    if (length > bytes) return Buffer.from(`${head}${parts.join(',')}${tail}`);
    parts.push(next);
  }
}

/** The maximum number of elements in a list. The platform refuses a longer list as a whole. */
const inList = 10_000;

function lists(bytes: number, names: readonly string[], part: (position: number) => string): Buffer<ArrayBuffer> {
  const each = Math.floor((bytes - 100) / names.length);
  const list = (name: string) => {
    let position = 0;
    let length = name.length + 10;
    const parts: string[] = [];
    while (position < inList && length < each) {
      const next = part(position++);
      length += next.length + 1;
      parts.push(next);
    }
    if (length >= each) parts.pop();
    return `"${name}":[${parts.join(',')}]`;
  };
  return Buffer.from(`{${names.map(list).join(',')}}`);
}

const masterLists = ['member_group_code_list', 'group_code_list', 'client_member_code_list', 'client_code_list'];

const code = (position: number) => `"${String(position).padStart(8, '0')}"`;

export const worstBodies: readonly WorstBody[] = [
  { sentence: 'nested arrays', path: master, status: 400, make: (bytes) => nested(bytes, '[', ']') },
  { sentence: 'nested objects', path: master, status: 400, make: (bytes) => nested(bytes, '{"a":', '}', '0') },
  { sentence: 'tiny values', path: master, status: 400, make: (bytes) => filled(bytes, '{"x":[', () => '1', ']}') },
  { sentence: 'empty objects', path: master, status: 400, make: (bytes) => filled(bytes, '{"x":[', () => '{}', ']}') },
  {
    sentence: 'distinct unknown keys',
    path: master,
    status: 200,
    make: (bytes) => filled(bytes, '{', (position) => `"k${position}":"xxxxxxxx"`, '}'),
  },
  {
    sentence: 'the same key again and again',
    path: master,
    status: 200,
    make: (bytes) => filled(bytes, '{', () => '"exist_mc":"1"', '}'),
  },
  {
    sentence: 'long numbers',
    path: master,
    status: 200,
    make: (bytes) => filled(bytes, '{"x":[', () => `${'9'.repeat(300)}.5e-300`, ']}'),
  },
  {
    sentence: 'one long string',
    path: master,
    status: 200,
    make: (bytes) => Buffer.from(`{"x":"${'菜'.repeat(Math.floor((bytes - 8) / 3))}"}`),
  },
  {
    sentence: 'escapes',
    path: master,
    status: 200,
    make: (bytes) => Buffer.from(`{"x":"${'\\u83dc\\ud800\\"'.repeat(Math.floor((bytes - 8) / 14))}"}`),
  },
  {
    sentence: 'a long unknown name',
    path: master,
    status: 200,
    make: (bytes) => Buffer.from(`{"${'菜'.repeat(Math.floor((bytes - 8) / 3))}":1}`),
  },
  {
    sentence: 'broken UTF-8 at its end',
    path: master,
    status: 400,
    make: (bytes) => Buffer.concat([filled(bytes - 4, '{"x":[', () => '"菜"', ']}'), Buffer.of(0xff)]),
  },
  {
    sentence: 'JSON that breaks at its end',
    path: master,
    status: 400,
    make: (bytes) => filled(bytes, '{"x":[', () => '"xxxxxxxx"', ']'),
  },
  { sentence: 'lists of codes', path: master, status: 200, make: (bytes) => lists(bytes, masterLists, code) },
  {
    sentence: 'lists of objects with a code',
    path: master,
    status: 200,
    make: (bytes) => lists(bytes, masterLists, (position) => `{"c":${position},"n":null}`),
  },
  {
    sentence: 'lists of defects',
    path: master,
    status: 400,
    make: (bytes) => lists(bytes, masterLists, () => '{"a":true}'),
  },
  {
    sentence: 'lists of members that are not there',
    path: settings,
    status: 400,
    make: (bytes) => lists(bytes, ['member_code_buyer', 'member_code_seller'], code),
  },
  {
    sentence: 'lists of members and defects',
    path: settings,
    status: 400,
    make: (bytes) =>
      lists(bytes, ['member_code_buyer', 'member_code_seller'], (position) =>
        position % 2 === 0 ? code(position) : 'true',
      ),
  },
  {
    sentence: 'elements with unknown fields',
    path: delivery,
    status: 400,
    make: (bytes) => {
      const unknown = 'x'.repeat(Math.floor(bytes / 1_000) - 20);
      const elements = Array.from({ length: 1_000 }, (_, position) => `{"${position}":"${unknown}"}`);
      return Buffer.from(`{"details_list":[${elements.join(',')}]}`);
    },
  },
  { sentence: 'orders of many lines', path: upload, status: 200, make: (bytes) => orders(bytes, '"prod_lot_qty":"1"') },
  {
    sentence: 'orders of many defects',
    path: upload,
    status: 400,
    make: (bytes) => orders(bytes, '"prod_lot_qty":"x"'),
  },
];

/** Returns a body with as many orders of twenty lines as fit. */
function orders(bytes: number, quantity: string): Buffer<ArrayBuffer> {
  const lines = Array.from({ length: 20 }, (_, n) => `{"line_no":"${n}","catalog_id":"c${n}",${quantity}}`).join(',');
  const head =
    '"member_code_self":"10000001","member_code_partner":"20000001","hope_delivery_date":"2026-12-01","send_flg":"1"';
  const order = (position: number) => `{"upload_no":"u${position}",${head},"detail_list":[${lines}]}`;
  return filled(bytes, '{"order_list":[', order, ']}');
}

function nested(bytes: number, open: string, close: string, inner = ''): Buffer<ArrayBuffer> {
  const depth = Math.floor((bytes - 10) / (open.length + close.length));
  return Buffer.from(`{"x":${open.repeat(depth)}${inner}${close.repeat(depth)}}`);
}
