import type { FunctionName, Right } from '../../../wire/index.js';
import { useRights } from '../session/use-rights.js';
import { useFunctions } from './use-functions.js';

/**
 * If this application lacks the right to use the batches of a function, returns that right. Otherwise returns
 * undefined.
 */
export function useMissingRight(name: FunctionName): Right | undefined {
  const { may } = useRights();
  const right = useFunctions().rightOf(name);
  return right === undefined || may(right) ? undefined : right;
}
