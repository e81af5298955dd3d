import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@trading-platform/database/nest';
import { Repository } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { Session } from '../../session/session.js';
import { SessionStore } from '../../session/session-store.js';
import { AuthDatabase } from '../auth-database.js';
import { SessionEntity } from '../entities/session.entity.js';
import { auditedChange } from './audited-change.js';

@Injectable()
export class TypeOrmSessionStore extends SessionStore {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(SessionEntity) private readonly sessions: Repository<SessionEntity>,
  ) {
    super();
  }

  async find(sessionHash: Uint8Array): Promise<Session | undefined> {
    return (await this.sessions.findOneBy({ sessionHash })) ?? undefined;
  }

  async replace(former: Uint8Array | undefined, session: Session): Promise<void> {
    await this.database.transaction(async ({ manager }) => {
      const sessions = manager.withRepository(this.sessions);
      if (former !== undefined) await sessions.delete({ sessionHash: former });
      await sessions.insert(session);
    });
  }

  end(sessionHash: Uint8Array, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async ({ manager }) => {
      const { affected } = await manager.withRepository(this.sessions).delete({ sessionHash });
      return affected === 1;
    });
  }
}
