import { Inject, Injectable } from '@nestjs/common';
import { type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import type { MemberDirectory } from '@trading-platform/ordering';
import type { MemberRight, NamedMember } from '@trading-platform/validation';
import { errorOf } from '../http/api-refusal.js';
import { MEMBER_DIRECTORY } from './ordering.module.js';

/** Judges the members that a request names: which of them the caller may not (Spec 7, E000008). */
@Injectable()
export class NamedMembers {
  constructor(@Inject(MEMBER_DIRECTORY) private readonly directory: MemberDirectory) {}

  /** One defect for each place that names a refused member, found with one lookup for each right. */
  async refusals(caller: string, named: readonly NamedMember[]): Promise<readonly ErrorEntry[]> {
    if (named.length === 0) return [];
    const byRight = Map.groupBy(named, ({ right }) => right);
    const refused = await Promise.all([...byRight].map(([right, members]) => this.#refused(right, caller, members)));
    return refused.flat().map(({ item }) => errorOf(errorCode.memberNotVisible, { item }));
  }

  async #refused(right: MemberRight, caller: string, named: readonly NamedMember[]): Promise<readonly NamedMember[]> {
    if (right === 'pair') {
      const pair = Object.fromEntries(named.map(({ item, memberCode }) => [item, memberCode]));
      const refused: readonly string[] = await this.directory.notPaired(caller, pair);
      return named.filter(({ item }) => refused.includes(item));
    }
    const codes = [...new Set(named.map(({ memberCode }) => memberCode))];
    const refused = await (right === 'visible'
      ? this.directory.notVisible(caller, codes)
      : this.directory.notReadable(caller, codes));
    return named.filter(({ memberCode }) => refused.has(memberCode));
  }
}
