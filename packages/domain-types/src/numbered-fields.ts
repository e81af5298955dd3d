/** The numbers of the `stock_sub_*` families (Spec 2.4). */
export const stockSubNumbers = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30,
] as const;

type Numbered<Prefix extends string, Numbers extends readonly number[]> = {
  readonly [Index in keyof Numbers]: `${Prefix}${Numbers[Index]}`;
};

/** The thirty fields of one `stock_sub_*` family, `prefix` followed by 1 to 30. */
export function numberedFields<const Prefix extends string>(prefix: Prefix): Numbered<Prefix, typeof stockSubNumbers> {
  return stockSubNumbers.map((number) => `${prefix}${number}`) as unknown as Numbered<Prefix, typeof stockSubNumbers>;
}
