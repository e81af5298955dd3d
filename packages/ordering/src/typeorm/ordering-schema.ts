import type { Schema } from '@trading-platform/database';
import { BuyLineEntity } from './entities/buy-line.entity.js';
import { CatalogLineEntity } from './entities/catalog-line.entity.js';
import { ChangeCounterEntity } from './entities/change-counter.entity.js';
import { DeliveryPlaceEntity } from './entities/delivery-place.entity.js';
import { DownloadMarkEntity } from './entities/download-mark.entity.js';
import { FcPriceEntity } from './entities/fc-price.entity.js';
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
import { UploadNumberEntity } from './entities/upload-number.entity.js';
import { CreateMembers1763700301000 } from './migrations/1763700301000-create-members.js';
import { CreateProducts1763700302000 } from './migrations/1763700302000-create-products.js';
import { CreateSlips1763700303000 } from './migrations/1763700303000-create-slips.js';
import { CreateSettings1763700304000 } from './migrations/1763700304000-create-settings.js';
import { CreateFcPrices1763700305000 } from './migrations/1763700305000-create-fc-prices.js';
import { TellClientsApart1763700312000 } from './migrations/1763700312000-tell-clients-apart.js';
import { FindWhatNamesMembers1763700313000 } from './migrations/1763700313000-find-what-names-members.js';
import { TakeOrders1763700320000 } from './migrations/1763700320000-take-orders.js';
import { ListOrders1763700330000 } from './migrations/1763700330000-list-orders.js';
import { TellChanges1763700340000 } from './migrations/1763700340000-tell-changes.js';

/** The tables of this package. */
export const orderingSchema = {
  entities: [
    MemberEntity,
    MemberPairEntity,
    ProductEntity,
    CatalogLineEntity,
    BuyLineEntity,
    SlipEntity,
    SlipBodyEntity,
    RemovedSlipEntity,
    UploadNumberEntity,
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
  ],
  migrations: [
    CreateMembers1763700301000,
    CreateProducts1763700302000,
    CreateSlips1763700303000,
    CreateSettings1763700304000,
    CreateFcPrices1763700305000,
    TellClientsApart1763700312000,
    FindWhatNamesMembers1763700313000,
    TakeOrders1763700320000,
    ListOrders1763700330000,
    TellChanges1763700340000,
  ],
} satisfies Schema;
