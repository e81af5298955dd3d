import { type EventType, eventTypes } from '@trading-platform/domain-types';

/**
 * Returns the types that a pattern names: one type, or with `*` at the end all types that begin with the text before it. The list
 * is empty if the pattern names no type.
 */
export function typesOf(pattern: string): readonly EventType[] {
  if (!pattern.endsWith('*')) return eventTypes.filter((type) => type === pattern);
  const start = pattern.slice(0, -1);
  return eventTypes.filter((type) => type.startsWith(start));
}
