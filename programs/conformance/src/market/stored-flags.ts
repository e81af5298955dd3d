/** A flag of a slip that no download delivers. */
export interface StoredFlag {
  /** The name of the field in the slip and in the request. */
  readonly field: string;
  /** The value of the field in slips that have the flag. */
  readonly value: string;
  /** The numbers of the slips with this flag. */
  readonly slips: readonly number[];
  /** The requirements about the filter for this flag: the id, the value, and the slips that the value selects. */
  readonly filters: readonly (readonly [id: string, value: string, selects: string])[];
  /** The id of the requirement by which all other values must be refused. */
  readonly refusal: string;
}

/** The flags that no download delivers, so that only filters reveal them (Spec 4.8). */
export const storedFlags: readonly StoredFlag[] = [
  {
    field: 'use_ac_svc',
    value: '1',
    slips: [2, 6],
    filters: [
      ['TRD-047', '1', 'slips with payment agency'],
      ['TRD-048', '2', 'slips without payment agency'],
    ],
    refusal: 'TRD-092',
  },
  {
    field: 'perusal_flg',
    value: '2',
    slips: [3, 8],
    filters: [
      ['TRD-049', '1', 'unconfirmed slips'],
      ['TRD-050', '2', 'confirmed slips'],
    ],
    refusal: 'TRD-093',
  },
];
