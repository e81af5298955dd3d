/** Splits a list into lists of at most this many elements, in order. */
export function inParts<Element>(elements: readonly Element[], most: number): Element[][] {
  return Array.from({ length: Math.ceil(elements.length / most) }, (_, index) =>
    elements.slice(index * most, (index + 1) * most),
  );
}

/**
 * Splits a list into lists within several limits, in order. If a single element exceeds a limit, it gets its own list,
 * and the platform refuses this list with a reason.
 *
 * @param limits the maximum of each sum in one list
 * @param measure returns what an element adds to each sum, such as its number of bytes
 */
export function withinLimits<Element>(
  elements: readonly Element[],
  limits: readonly number[],
  measure: (element: Element) => readonly number[],
): Element[][] {
  const parts: Element[][] = [];
  let sums: number[] = [];
  for (const element of elements) {
    const shares = measure(element);
    const grown = shares.map((share, index) => share + (sums[index] ?? 0));
    const part = parts.at(-1);
    if (part === undefined || grown.some((sum, index) => sum > (limits[index] ?? 0))) {
      parts.push([element]);
      sums = [...shares];
    } else {
      part.push(element);
      sums = grown;
    }
  }
  return parts;
}
