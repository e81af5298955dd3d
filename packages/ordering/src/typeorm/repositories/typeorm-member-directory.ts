import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@trading-platform/database/nest';
import { Repository } from 'typeorm';
import type { Member } from '../../member/member.js';
import { MemberDirectory } from '../../member/member-directory.js';
import type { RefusedMember } from '../../member/refused-member.js';
import { MemberEntity } from '../entities/member.entity.js';
import { OrderingDatabase } from '../ordering-database.js';
import { notPaired } from '../sql/members/delivery-pair.js';
import { notReadable, notVisible } from '../sql/members/visible-members.js';

/** The member directory, read from a database. */
@Injectable()
export class TypeOrmMemberDirectory extends MemberDirectory {
  constructor(
    private readonly database: OrderingDatabase,
    @InjectRepository(MemberEntity) private readonly members: Repository<MemberEntity>,
  ) {
    super();
  }

  async find(memberCode: string): Promise<Member | undefined> {
    return (await this.members.findOneBy({ memberCode })) ?? undefined;
  }

  notVisible(callerMemberCode: string, memberCodes: readonly string[]): Promise<Set<string>> {
    return notVisible(this.database, callerMemberCode, memberCodes);
  }

  notReadable(callerMemberCode: string, memberCodes: readonly string[]): Promise<Set<string>> {
    return notReadable(this.database, callerMemberCode, memberCodes);
  }

  notPaired(
    callerMemberCode: string,
    pair: Readonly<Partial<Record<RefusedMember, string>>>,
  ): Promise<readonly RefusedMember[]> {
    return notPaired(this.database, callerMemberCode, pair);
  }
}
