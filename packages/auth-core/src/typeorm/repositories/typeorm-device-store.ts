import { Injectable } from '@nestjs/common';
import { tableOf } from '@trading-platform/database';
import { InjectRepository } from '@trading-platform/database/nest';
import { In, IsNull, MoreThan, Repository } from 'typeorm';
import type { AuditEvent } from '../../audit/audit-event.js';
import type { DeviceCode, DeviceDecision } from '../../device/device-code.js';
import { DeviceStore } from '../../device/device-store.js';
import { AuthDatabase } from '../auth-database.js';
import { DeviceCodeEntity } from '../entities/device-code.entity.js';
import { insertUnlessThere } from '../sql/insert-unless-there.js';
import { auditedChange } from './audited-change.js';

const table = tableOf(DeviceCodeEntity);

@Injectable()
export class TypeOrmDeviceStore extends DeviceStore {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(DeviceCodeEntity) private readonly codes: Repository<DeviceCodeEntity>,
  ) {
    super();
  }

  add(code: DeviceCode, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, (transaction) => insertUnlessThere(transaction, table, code));
  }

  async find(deviceHash: Uint8Array): Promise<DeviceCode | undefined> {
    return (await this.codes.findOneBy({ deviceHash })) ?? undefined;
  }

  async findByUserCode(userCodeHashes: readonly Uint8Array[]): Promise<DeviceCode | undefined> {
    return (await this.codes.findOneBy({ userCodeHash: In(userCodeHashes) })) ?? undefined;
  }

  countLiving(clientId: string, now: number): Promise<number> {
    return this.codes.countBy({ clientId, expiresAt: MoreThan(now) });
  }

  async notePoll(deviceHash: Uint8Array, polledAt: number, intervalSeconds: number): Promise<void> {
    await this.database.transaction(({ manager }) =>
      manager.withRepository(this.codes).update({ deviceHash }, { polledAt, intervalSeconds }),
    );
  }

  decide(deviceHash: Uint8Array, decision: DeviceDecision, event: AuditEvent): Promise<boolean> {
    return auditedChange(this.database, event, async ({ manager }) => {
      const undecided = { deviceHash, decidedAt: IsNull(), expiresAt: MoreThan(event.at) };
      const { affected } = await manager.withRepository(this.codes).update(undecided, decision);
      return affected === 1;
    });
  }
}
