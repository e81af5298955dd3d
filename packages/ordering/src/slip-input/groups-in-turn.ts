/** Slips are stored in groups. Each group is one transaction. While one group is being stored, the next group is judged. */
const slipsPerGroup = 200;
const linesPerGroup = 4_000;
const groupsUnderWay = 2;

/** An order or a change of a slip, with the lines that it names. */
interface WithLines {
  readonly detail_list?: readonly unknown[] | undefined;
}

/** Divides orders, or changes of slips, into groups that share a commit. */
export function* groupsOf<Element extends WithLines>(elements: Iterable<Element>): Generator<readonly Element[]> {
  let group: Element[] = [];
  let lines = 0;
  for (const element of elements) {
    group.push(element);
    lines += element.detail_list?.length ?? 0;
    if (group.length < slipsPerGroup && lines < linesPerGroup) continue;
    yield group;
    group = [];
    lines = 0;
  }
  if (group.length > 0) yield group;
}

/** Processes several groups at the same time, and yields their results in the order of the groups. */
export async function* inTurn<Group, Result>(
  groups: Iterable<Group>,
  work: (group: Group) => Promise<Result>,
  signal: AbortSignal,
): AsyncGenerator<Result> {
  const underWay: Promise<Result>[] = [];
  try {
    for (const group of groups) {
      signal.throwIfAborted();
      const working = work(group);
      // If a group fails, its error is thrown after the results of the earlier groups. Until the error is thrown, it must not
      // count as an unhandled rejection.
      working.catch(() => undefined);
      underWay.push(working);
      if (underWay.length === groupsUnderWay) yield await underWay.shift()!;
    }
    while (underWay.length > 0) yield await underWay.shift()!;
  } finally {
    await Promise.allSettled(underWay);
  }
}
