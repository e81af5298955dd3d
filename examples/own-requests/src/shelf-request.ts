import { CodeList, Day, NotBefore, OneOf, Optional, Required, Text } from '@trading-platform/validation';

const sides = { front: '1', back: '2' } as const;

/** A request about a shelf. The decorators of each field define how the field is read and which values it may have. */
export class ShelfRequest {
  @Required()
  @OneOf(sides)
  side!: '1' | '2';

  @Optional()
  @Text(20)
  label?: string;

  @Optional()
  @CodeList()
  item_id_list?: readonly string[];

  @Optional()
  @Day()
  day_from?: string;

  @Optional()
  @Day()
  @NotBefore('day_from')
  day_to?: string;
}
