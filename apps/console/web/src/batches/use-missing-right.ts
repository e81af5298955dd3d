import type { FunctionName, Right } from '../../../wire/index.js';
import { useRights } from '../session/use-rights.js';
import { useFunctions } from './use-functions.js';

/** Returns the right for batches of a function if this application lacks it, and otherwise undefined. */
export function useMissingRight(name: FunctionName): Right | undefined {
  const { may } = useRights();
  const right = useFunctions().rightOf(name);
  return right === undefined || may(right) ? undefined : right;
}
