/** Lists of at most so many elements, in order. */
export function inParts<Element>(elements: readonly Element[], most: number): Element[][] {
  return Array.from({ length: Math.ceil(elements.length / most) }, (_, index) =>
    elements.slice(index * most, (index + 1) * most),
  );
}

/**
 * Lists that stay within several limits, in order. An element that is too much by itself stands alone: the platform says why it cannot be.
 *
 * @param limits most of each measure in one list
 * @param measure what one element adds to each
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
