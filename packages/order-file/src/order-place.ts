import type { OrderDefect, OrderPlace } from './order-defect.js';

/** The place of a defect. */
export interface MarkPlace {
  /** The index of the order in its file, from 0. The index is undefined if the defect is not about a single order. */
  readonly order: number | undefined;
  /** The index of the line in its order, from 0. The index is undefined if the defect is not about a single line. */
  readonly detail: number | undefined;
  /** The column of the table. The column is `""` if the defect is about no field. */
  readonly column: string;
  /** The line of the file. The line is undefined if it cannot be determined. */
  readonly line: number | undefined;
}

/** A defect together with its place. */
export interface MarkedDefect extends MarkPlace {
  readonly defect: OrderDefect;
}

/** Matches `order_list[2].detail_list[0].prod_lot_qty`, or the name or the heading of a column. */
const path = /^(?:order_list\[(\d+)\])?\.?(?:detail_list(?:\[(\d+)\])?)?\.?(.*)/;

/** Returns the place of a defect in an upload. */
export function placeOf(
  { item, line }: { readonly item: string; readonly line?: number | undefined },
  places: readonly (OrderPlace | undefined)[],
): MarkPlace {
  const [, order, detail, column = ''] = path.exec(item) ?? [];
  const place = order === undefined ? undefined : places[Number(order)];
  const known = detail === undefined ? place?.line : place?.detailLines[Number(detail)];
  return {
    order: order === undefined ? undefined : Number(order),
    detail: detail === undefined ? undefined : Number(detail),
    column,
    line: line ?? known ?? place?.line,
  };
}

/** Adds to each defect its place in the file. */
export function markedDefects(defects: readonly OrderDefect[], places: readonly OrderPlace[]): readonly MarkedDefect[] {
  return defects.map((defect) => ({ ...placeOf(defect, places), defect }));
}

/** Converts the path of a field in a single order to its path in the whole upload. */
export function itemOf({ seq }: { readonly seq: number }, item: string): string {
  return `order_list[${seq - 1}].${item}`;
}
