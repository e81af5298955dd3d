import type { ComponentChildren } from 'preact';

/** The name of a column, and whether its cells are aligned to the right, as numbers are. */
export type Column = ComponentChildren | { readonly right: ComponentChildren };

/** The header row of a table. */
export function TableHead({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column, index) =>
          isRight(column) ? (
            <th key={index} scope="col" class="right">
              {column.right}
            </th>
          ) : (
            <th key={index} scope="col">
              {column}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

function isRight(column: Column): column is { readonly right: ComponentChildren } {
  return typeof column === 'object' && column !== null && 'right' in column;
}
