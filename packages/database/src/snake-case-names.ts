import { DefaultNamingStrategy } from 'typeorm';

/**
 * Columns are called as their properties, in snake case: `memberCode` is `member_code`. Unique constraints have the names
 * that PostgreSQL gives them by itself.
 */
export class SnakeCaseNames extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? snakeCase(propertyName);
  }

  override uniqueConstraintName(table: { readonly name: string } | string, columns: string[]): string {
    return `${this.getTableName(table as string)}_${columns.join('_')}_key`;
  }
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
