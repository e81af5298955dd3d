import { DefaultNamingStrategy } from 'typeorm';

/**
 * Gives columns the names of their properties in snake case: `memberCode` becomes `member_code`. Unique constraints get the same
 * names that PostgreSQL would give them.
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
