import { CodeList, Day, NotBefore, OneOf, Optional, Required, Text } from '@trading-platform/validation';

const sides = { front: '1', back: '2' } as const;

/** What somebody asks of a shelf. Each field says how it is read, and what may be in it. */
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
