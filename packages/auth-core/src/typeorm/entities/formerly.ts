import { formerRights } from '@trading-platform/domain-types';
import type { ColumnOptions } from 'typeorm';

/**
 * A column of rights. A row that a server without rights has written has the rights that every client had until then; the name of
 * each later right needs a decision.
 */
export const formerly = {
  type: 'simple-json',
  default: JSON.stringify(formerRights),
} as const satisfies ColumnOptions;
