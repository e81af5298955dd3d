import type { AuditEvent } from '../../audit/audit-event.js';
import type { Session } from '../../session/session.js';
import { SessionStore } from '../../session/session-store.js';
import type { AuthDatabase } from '../auth-database.js';
import { SessionEntity } from '../entities/session.entity.js';
import { auditedChange } from './audited-change.js';

export class TypeOrmSessionStore extends SessionStore {
  constructor(private readonly database: AuthDatabase) {
    super();
  }

  async find(sessionHash: Uint8Array): Promise<Session | undefined> {
    return (await this.database.manager.findOneBy(SessionEntity, { sessionHash })) ?? undefined;
  }

  async replace(former: Uint8Array | undefined, session: Session): Promise<void> {
    await this.database.transaction(async ({ manager }) => {
      if (former !== undefined) await manager.delete(SessionEntity, { sessionHash: former });
      await manager.insert(SessionEntity, session);
    });
  }

  end(sessionHash: Uint8Array, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async ({ manager }) => {
      const { affected } = await manager.delete(SessionEntity, { sessionHash });
      return affected === 1;
    });
  }
}
