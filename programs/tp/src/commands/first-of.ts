export interface Most {
  /** The maximum number of elements. If undefined, there is no maximum. */
  readonly most?: number;
}

/** The first elements of a list; later pages are not requested. */
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
