import type { FieldType } from '@trading-platform/domain-types/meanings';

/** A text in both languages of the platform. */
export interface BothLanguages {
  readonly en: string;
  readonly ja: string;
}

/** A field of an order, or of its lines. */
export interface OrderField {
  readonly name: string;
  readonly label: BothLanguages;
  readonly type: FieldType;
  readonly isRequired: boolean;
  /** `date` if the value is a day. */
  readonly kind?: 'date' | 'date-time';
  /** A regular expression for the whole value. */
  readonly pattern?: string;
  /** The maximum length in characters. */
  readonly maxLength?: number;
  readonly minElements?: number;
  readonly maxElements?: number;
  readonly values?: readonly { readonly value: string; readonly label: BothLanguages }[];
  /** Whether values other than those in `values` are possible. */
  readonly isOpen: boolean;
  /** The fields of each record in a list. */
  readonly of?: readonly OrderField[];
}

/** The fields of an order upload. */
export interface OrderForm {
  /** The field for the list of orders. This field contains the field for the list of order lines. */
  readonly orders: OrderField;
  /** The maximum total number of lines in all orders of an upload. */
  readonly maxLines: number;
}

/** Returns the fields of an order that are columns of a table. */
export function orderFields({ orders }: OrderForm): readonly OrderField[] {
  return (orders.of ?? []).filter(({ of }) => of === undefined);
}

/** Returns the fields of an order line. */
export function lineFields({ orders }: OrderForm): readonly OrderField[] {
  return orders.of?.find(({ of }) => of !== undefined)?.of ?? [];
}

/** Returns the columns of an order table: the fields of an order, followed by the fields of its lines. */
export function columnFields(form: OrderForm): readonly OrderField[] {
  return [...orderFields(form), ...lineFields(form)];
}
