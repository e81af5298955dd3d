export interface Most {
  /** Default: all. */
  readonly most?: number;
}

/** The first elements of a list, whose further pages are not asked for. */
export async function firstOf<Element>(
  list: AsyncIterable<Element>,
  { most = Number.POSITIVE_INFINITY }: Most,
): Promise<Element[]> {
  const elements: Element[] = [];
  for await (const element of list) {
    elements.push(element);
    if (elements.length >= most) break;
  }
  return elements;
}
