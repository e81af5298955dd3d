import { Injectable } from '@nestjs/common';
import { MemberDirectory } from '@trading-platform/ordering';
import type { NamedCodes, RefusedCodes } from '@trading-platform/validation';

const none = { visible: [], readable: [], pair: [] } as const;

/** Judges the members that a request names: which of them the caller may not (Spec 7, E000008). */
@Injectable()
export class NamedMembers {
  constructor(private readonly directory: MemberDirectory) {}

  /** Found with one lookup for each right. */
  async refused(caller: string, { visible, readable, pair }: NamedCodes): Promise<RefusedCodes> {
    const pairs = Object.keys(pair).length > 0;
    if (visible.length + readable.length === 0 && !pairs) return none;
    const [notVisible, notReadable, notPaired] = await Promise.all([
      visible.length === 0 ? none.visible : this.directory.notVisible(caller, visible),
      readable.length === 0 ? none.readable : this.directory.notReadable(caller, readable),
      pairs ? this.directory.notPaired(caller, pair) : none.pair,
    ]);
    return { visible: [...notVisible], readable: [...notReadable], pair: notPaired };
  }
}
