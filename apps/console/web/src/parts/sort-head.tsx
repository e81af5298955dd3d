import { Icon } from './icon.js';

/** A column header that sorts the table by its column, and then turns the sequence around. */
export function SortHead({
  words,
  isRight = false,
  direction,
  onSort,
}: {
  readonly words: string;
  readonly isRight?: boolean;
  /** Undefined if the table is sorted by another column. */
  readonly direction: 'up' | 'down' | undefined;
  readonly onSort: () => void;
}) {
  return (
    <th
      scope="col"
      class={isRight ? 'right' : ''}
      aria-sort={direction === undefined ? undefined : direction === 'up' ? 'ascending' : 'descending'}
    >
      <button type="button" class={direction === undefined ? 'sort' : 'sort sorted'} onClick={onSort}>
        {words}
        <Icon name={direction ?? 'unsorted'} size={13} />
      </button>
      <span class="sort-words">{words}</span>
    </th>
  );
}
