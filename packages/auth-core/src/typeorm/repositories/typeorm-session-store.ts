import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@trading-platform/database/nest';
import { MoreThan, Not, Repository } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { Session } from '../../session/session.js';
import { type SessionQuery, SessionStore } from '../../session/session-store.js';
import { AuthDatabase } from '../auth-database.js';
import { SessionEntity } from '../entities/session.entity.js';
import { insertAudit } from '../sql/insert-audit.js';
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

  list({ subject, userGeneration, now, limit }: SessionQuery): Promise<Session[]> {
    const where = { subject, userGeneration, expiresAt: MoreThan(now) };
    return this.sessions.find({ where, order: { createdAt: 'DESC' }, take: limit });
  }

  async replace(former: Uint8Array | undefined, session: Session): Promise<void> {
    await this.database.transaction(async ({ manager }) => {
      const sessions = manager.withRepository(this.sessions);
      if (former !== undefined) await sessions.delete({ sessionHash: former });
      await sessions.insert(session);
    });
  }

  async noteUse(sessionHash: Uint8Array, lastUsedAt: number): Promise<void> {
    await this.database.transaction(({ manager }) =>
      manager.withRepository(this.sessions).update({ sessionHash }, { lastUsedAt }),
    );
  }

  end(sessionHash: Uint8Array, event: AuditEvent, subject?: string): Promise<boolean> {
    return auditedChange(this.database, event, async ({ manager }) => {
      const whose = subject === undefined ? {} : { subject };
      const { affected } = await manager.withRepository(this.sessions).delete({ sessionHash, ...whose });
      return affected === 1;
    });
  }

  endOthers(subject: string, kept: Uint8Array | undefined, event: AuditEvent): Promise<number> {
    return this.database.transaction(async (transaction) => {
      const others = { subject, ...(kept === undefined ? {} : { sessionHash: Not(kept) }) };
      const { affected } = await transaction.manager.withRepository(this.sessions).delete(others);
      const sessions = affected ?? 0;
      if (sessions > 0) await insertAudit(transaction, { ...event, detail: { ...event.detail, sessions } });
      return sessions;
    });
  }
}
