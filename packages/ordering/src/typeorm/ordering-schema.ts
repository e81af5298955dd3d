import type { Entity, Schema } from '@trading-platform/database';
import { eventLogSchema } from '@trading-platform/event-log/typeorm';
import { BuyLineEntity } from './entities/buy-line.entity.js';
import { CatalogLineEntity } from './entities/catalog-line.entity.js';
import { ChangeCounterEntity } from './entities/change-counter.entity.js';
import { DeliveryPlaceEntity } from './entities/delivery-place.entity.js';
import { DownloadMarkEntity } from './entities/download-mark.entity.js';
import { FcPriceEntity } from './entities/fc-price.entity.js';
import { FindProductEntity } from './entities/find-product.entity.js';
import { FindProgressEntity } from './entities/find-progress.entity.js';
import { FindSlipEntity } from './entities/find-slip.entity.js';
import { MemberEntity } from './entities/member.entity.js';
import { MemberPairEntity } from './entities/member-pair.entity.js';
import { NumberRangeEntity } from './entities/number-range.entity.js';
import { PositionStampEntity } from './entities/position-stamp.entity.js';
import { ProductEntity } from './entities/product.entity.js';
import { RemovedProductEntity } from './entities/removed-product.entity.js';
import { RemovedSlipEntity } from './entities/removed-slip.entity.js';
import { RemovedViewEntity } from './entities/removed-view.entity.js';
import { SettingChangeEntity } from './entities/setting-change.entity.js';
import { SettingRowEntity } from './entities/setting-row.entity.js';
import { SlipEntity } from './entities/slip.entity.js';
import { SlipBodyEntity } from './entities/slip-body.entity.js';
import { SlipHistoryEntity } from './entities/slip-history.entity.js';
import { SlipLifeEntity } from './entities/slip-life.entity.js';
import { UpdateNumberEntity } from './entities/update-number.entity.js';
import { UploadNumberEntity } from './entities/upload-number.entity.js';
import { CreateOrdering1795651200000 } from './migrations/1795651200000-create-ordering.js';
import { AddSlipHistory1795737600000 } from './migrations/1795737600000-add-slip-history.js';
import { AddTradeUpdates1795737600001 } from './migrations/1795737600001-add-trade-updates.js';
import { AddFind1796256000000 } from './migrations/1796256000000-add-find.js';

const eventEntities: readonly Entity[] = eventLogSchema.entities;
const eventMigrations: Extract<Schema['migrations'], readonly unknown[]> = eventLogSchema.migrations;

/**
 * The entities and migrations of this package and of the event log, because transactions of this package append events.
 */
export const orderingSchema = {
  entities: [
    MemberEntity,
    MemberPairEntity,
    ProductEntity,
    CatalogLineEntity,
    BuyLineEntity,
    SlipEntity,
    SlipBodyEntity,
    SlipHistoryEntity,
    SlipLifeEntity,
    RemovedSlipEntity,
    UploadNumberEntity,
    UpdateNumberEntity,
    DownloadMarkEntity,
    SettingRowEntity,
    DeliveryPlaceEntity,
    FcPriceEntity,
    ChangeCounterEntity,
    PositionStampEntity,
    RemovedProductEntity,
    RemovedViewEntity,
    SettingChangeEntity,
    NumberRangeEntity,
    FindSlipEntity,
    FindProductEntity,
    FindProgressEntity,
    ...eventEntities,
  ],
  migrations: [
    CreateOrdering1795651200000,
    AddSlipHistory1795737600000,
    AddTradeUpdates1795737600001,
    AddFind1796256000000,
    ...eventMigrations,
  ],
} satisfies Schema;
