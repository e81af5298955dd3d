import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@trading-platform/database/nest';
import { LessThan, LessThanOrEqual, MoreThanOrEqual, Repository } from 'typeorm';
import { ChangeHistory } from '../../change/change-history.js';
import { PositionStampEntity } from '../entities/position-stamp.entity.js';
import { RemovedProductEntity } from '../entities/removed-product.entity.js';
import { RemovedViewEntity } from '../entities/removed-view.entity.js';
import { SettingChangeEntity } from '../entities/setting-change.entity.js';
import { OrderingDatabase } from '../ordering-database.js';
import type { FollowedName } from '../sql/common/counters.js';

type RemovedKey = Pick<RemovedProductEntity, 'position'>;

/** The history of changes, stored in a database. */
@Injectable()
export class TypeOrmChangeHistory extends ChangeHistory {
  /** The tables that contain the keys of removed records, by the kind of data. */
  readonly #removed: Readonly<Record<FollowedName, Repository<RemovedKey>>>;

  constructor(
    private readonly database: OrderingDatabase,
    @InjectRepository(PositionStampEntity) private readonly stamps: Repository<PositionStampEntity>,
    @InjectRepository(RemovedProductEntity) master: Repository<RemovedProductEntity>,
    @InjectRepository(RemovedViewEntity) trade: Repository<RemovedViewEntity>,
    @InjectRepository(SettingChangeEntity) settings: Repository<SettingChangeEntity>,
  ) {
    super();
    this.#removed = { master, trade, settings };
  }

  async forget(olderThan: number): Promise<void> {
    for (const name of ['master', 'trade', 'settings'] as const) {
      // One kind after the other, so that other writers have their turn between them.
      // oxlint-disable-next-line no-await-in-loop
      const needed = await this.#oldestNeeded(name, olderThan);
      // oxlint-disable-next-line no-await-in-loop
      if (needed !== undefined) await this.#forgetBefore(needed, name);
    }
  }

  /**
   * A position is the current position until the next position is taken. For this reason, the last position before `olderThan` is
   * still needed. Returns undefined if no position can be deleted.
   */
  async #oldestNeeded(name: FollowedName, olderThan: number): Promise<number | undefined> {
    const next = await this.stamps.findOne({
      where: { name, madeAt: MoreThanOrEqual(olderThan) },
      order: { position: 'ASC' },
    });
    const before = { name, ...(next === null ? {} : { position: LessThan(next.position) }) };
    const needed = await this.stamps.maximum('position', before);
    if (needed === null || (await this.stamps.minimum('position', { name })) === needed) return undefined;
    return needed;
  }

  #forgetBefore(position: number, name: FollowedName): Promise<void> {
    return this.database.transaction(async ({ manager }) => {
      await manager.withRepository(this.stamps).delete({ name, position: LessThan(position) });
      await manager.withRepository(this.#removed[name]).delete({ position: LessThanOrEqual(position) });
    });
  }
}
