import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@trading-platform/database/nest';
import { type FindOptionsWhere, LessThan, MoreThanOrEqual, Repository } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import { AuditLog, type AuditQuery } from '../../audit/audit-log.js';
import { AuthDatabase } from '../auth-database.js';
import { AuditEntity } from '../entities/audit.entity.js';
import { insertAudit } from '../sql/insert-audit.js';

@Injectable()
export class TypeOrmAuditLog extends AuditLog {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(AuditEntity) private readonly records: Repository<AuditEntity>,
  ) {
    super();
  }

  append(event: AuditEvent): Promise<void> {
    return insertAudit(this.database, event);
  }

  list({ event, clientId, userId, address, from, before, limit }: AuditQuery): Promise<AuditEntity[]> {
    const where: FindOptionsWhere<AuditEntity> = {
      ...(event === undefined ? {} : { event }),
      ...(clientId === undefined ? {} : { clientId }),
      ...(userId === undefined ? {} : { userId }),
      ...(address === undefined ? {} : { address }),
      ...(from === undefined ? {} : { at: MoreThanOrEqual(from) }),
      ...(before === undefined ? {} : { id: LessThan(before) }),
    };
    return this.records.find({ where, order: { id: 'DESC' }, take: limit });
  }
}
