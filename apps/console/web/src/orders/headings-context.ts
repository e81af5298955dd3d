import { createContext } from 'preact';
import { useContext } from 'preact/hooks';

/** The heading of each field in the user's file. A JSON text has none. */
export const HeadingsContext = createContext<ReadonlyMap<string, string>>(new Map());

/** Returns the word by which the user's file names a field. */
export function useHeading(): (field: string) => string {
  const headings = useContext(HeadingsContext);
  return (field) => headings.get(field) ?? field;
}
