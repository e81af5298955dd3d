/** A defect that is found in a file before anything is sent. */
export interface OrderDefect {
  readonly kind:
    | 'not-json'
    | 'no-list'
    | 'quotes'
    | 'unknown-column'
    | 'repeated-column'
    | 'missing-column'
    | 'cells'
    | 'missing'
    | 'type'
    | 'length'
    | 'form'
    | 'number'
    | 'value'
    | 'day'
    | 'few'
    | 'many'
    | 'many-lines'
    | 'repeated'
    | 'cell-error'
    | 'digits'
    | 'shortened'
    | 'unknown-product';
  /**
   * The field, in the platform's notation (`order_list[2].detail_list[0].prod_lot_qty`) or as a column name. The field
   * is `""` if the defect is about no field.
   */
  readonly item: string;
  /** The line of the file, if `item` does not determine it. */
  readonly line?: number;
  /** The limit that the file exceeds. */
  readonly limit?: number;
  /** The values or headings that fit. */
  readonly fitting?: readonly string[];
}

/** The lines of an order in its file. */
export interface OrderPlace {
  readonly line: number;
  /** For each line of the order, the line of the file that contains it. */
  readonly detailLines: readonly number[];
}

/** A value whose reading differs from the written text. */
export interface Reading {
  readonly line: number;
  /** The name of the field. */
  readonly field: string;
  readonly written: string;
  readonly read: string;
}

/** The orders, as they will be sent. */
export interface ReadOrders {
  readonly orders: readonly unknown[];
  /** For each order, the lines of the file that contain the order. The list is empty for JSON. */
  readonly places: readonly OrderPlace[];
  /** The defects of the file. A file that cannot be read has defects and no orders. */
  readonly defects: readonly OrderDefect[];
  /** The values whose readings differ from the written texts. The list is empty for JSON. */
  readonly readings: readonly Reading[];
  /** The names of fields with codes that a spreadsheet keeps as numbers. Such codes have lost their leading zeros. */
  readonly numberFields: readonly string[];
  /** Whether a JSON text asks to check the orders only. */
  readonly isCheckOnly: boolean;
}
