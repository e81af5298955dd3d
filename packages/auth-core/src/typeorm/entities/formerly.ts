import { formerRights } from '@trading-platform/domain-types';
import type { ColumnOptions } from 'typeorm';

/**
 * A column of rights. Rows that were written before there were rights get the rights that every client had at that
 * time. For each right that is added later, somebody must decide who gets it.
 */
export const formerly = {
  type: 'simple-json',
  default: JSON.stringify(formerRights),
} as const satisfies ColumnOptions;
