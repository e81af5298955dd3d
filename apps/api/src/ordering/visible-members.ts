import { Inject, Injectable } from '@nestjs/common';
import { type ErrorEntry, errorCode } from '@trading-platform/domain-types';
import type { MemberDirectory } from '@trading-platform/ordering';
import { ApiRefusal, errorOf } from '../http/api-refusal.js';
import { MEMBER_DIRECTORY } from './ordering.module.js';

/** Lists of member codes in a request, by the name of their field. */
export type MemberLists = Readonly<Record<string, readonly string[] | undefined>>;

/** Refuses member codes that a caller may not name (Spec 7, E000008). */
@Injectable()
export class VisibleMembers {
  constructor(@Inject(MEMBER_DIRECTORY) private readonly members: MemberDirectory) {}

  /** @throws ApiRefusal E000008 that names every element that is unknown or not visible to the caller */
  async refuseInvisible(callerMemberCode: string, lists: MemberLists): Promise<void> {
    await this.refuse(lists, (codes) => this.members.notVisible(callerMemberCode, codes));
  }

  /** @throws ApiRefusal E000008 that names every element neither visible nor related to a member that is */
  async refuseUnreadable(callerMemberCode: string, lists: MemberLists): Promise<void> {
    await this.refuse(lists, (codes) => this.members.notReadable(callerMemberCode, codes));
  }

  private async refuse(
    lists: MemberLists,
    findRefused: (codes: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<void> {
    const codes = new Set(Object.values(lists).flatMap((list) => list ?? []));
    if (codes.size === 0) return;
    const refused = await findRefused([...codes]);
    const errors = Object.entries(lists).flatMap(([field, list]) => errorsOf(field, list ?? [], refused));
    if (errors.length > 0) throw ApiRefusal.ofAll(errors);
  }
}

function errorsOf(field: string, list: readonly string[], refused: ReadonlySet<string>): ErrorEntry[] {
  return list.flatMap((code, index) =>
    refused.has(code) ? [errorOf(errorCode.memberNotVisible, { item: `${field}[${index}]` })] : [],
  );
}
