/** A body of an upload's size that costs its reader as much as its sender can make it. */
export interface LargestBody {
  readonly sentence: string;
  readonly status: number;
  readonly make: () => string;
}

export const largestBodyBytes = 16 * 1024 * 1024;

const inList = 10_000;
const lists = ['member_group_code_list', 'group_code_list', 'client_member_code_list', 'client_code_list'];

/** As many values as are read, so long that the body is as long as it may be. */
const longValues = (part: (position: number, filling: string) => string) => {
  const filling = 'x'.repeat(Math.floor(largestBodyBytes / 249_000) - 14);
  return Array.from({ length: 249_000 }, (_, position) => part(position, filling)).join(',');
};

const longLists = (element: (position: number, filling: string) => string) => {
  const filling = 'x'.repeat(Math.floor(largestBodyBytes / (inList * lists.length)) - 30);
  const list = Array.from({ length: inList }, (_, position) => element(position, filling)).join(',');
  return `{${lists.map((name) => `"${name}":[${list}]`).join(',')}}`;
};

/** As requests of a master download. */
export const largestBodies: readonly LargestBody[] = [
  { sentence: 'nested arrays', status: 400, make: () => '['.repeat(largestBodyBytes) },
  { sentence: 'tiny values', status: 400, make: () => `{"x":[${'1,'.repeat(largestBodyBytes / 2 - 10)}1]}` },
  { sentence: 'as many values as are read', status: 200, make: () => `{"x":[${longValues((_, x) => `"${x}"`)}]}` },
  {
    sentence: 'as many unknown names as are read',
    status: 200,
    make: () => `{${longValues((position, x) => `"${position}${x}":1`)}}`,
  },
  {
    sentence: 'escapes beside a character of two bytes',
    status: 200,
    make: () => `{"x":"菜${'\\u0061\\"'.repeat(largestBodyBytes / 8 - 10)}"}`,
  },
  { sentence: 'a long unknown name', status: 200, make: () => `{"${'x'.repeat(largestBodyBytes - 10)}":1}` },
  { sentence: 'JSON that breaks at its end', status: 400, make: () => `{"x":[${longValues((_, x) => `"${x}"`)}]` },
  { sentence: 'lists of texts that are too long', status: 400, make: () => longLists((_, x) => `"${x}"`) },
  {
    sentence: 'lists of codes in objects of their own with unknown fields',
    status: 400,
    make: () => longLists((position, x) => `{"c":"${position}","y":"${x}"}`),
  },
  {
    sentence: 'lists of codes in long objects',
    status: 200,
    make: () => longLists((position, x) => `{"${x}":"${position % 10_000}"}`),
  },
];
