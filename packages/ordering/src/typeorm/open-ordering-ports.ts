import { DeliveryPlaceEntity } from './entities/delivery-place.entity.js';
import { MemberEntity } from './entities/member.entity.js';
import { PositionStampEntity } from './entities/position-stamp.entity.js';
import { RemovedProductEntity } from './entities/removed-product.entity.js';
import { RemovedViewEntity } from './entities/removed-view.entity.js';
import { SettingChangeEntity } from './entities/setting-change.entity.js';
import type { OrderingDatabase } from './ordering-database.js';
import { TypeOrmChangeHistory } from './repositories/typeorm-change-history.js';
import { TypeOrmDeliveryPlaceList } from './repositories/typeorm-delivery-place-list.js';
import { TypeOrmDeliverySource } from './repositories/typeorm-delivery-source.js';
import { TypeOrmDownloadMarks } from './repositories/typeorm-download-marks.js';
import { TypeOrmFcPriceSource } from './repositories/typeorm-fc-price-source.js';
import { TypeOrmFinder } from './repositories/typeorm-finder.js';
import { TypeOrmMasterSource } from './repositories/typeorm-master-source.js';
import { TypeOrmMemberDirectory } from './repositories/typeorm-member-directory.js';
import { TypeOrmOrderList } from './repositories/typeorm-order-list.js';
import { TypeOrmOrderMasterList } from './repositories/typeorm-order-master-list.js';
import { TypeOrmOrderSource } from './repositories/typeorm-order-source.js';
import { TypeOrmOrderStore } from './repositories/typeorm-order-store.js';
import { TypeOrmPartnerList } from './repositories/typeorm-partner-list.js';
import { TypeOrmPlannedOrderSource } from './repositories/typeorm-planned-order-source.js';
import { TypeOrmSettingSource } from './repositories/typeorm-setting-source.js';
import { TypeOrmSlipDirectory } from './repositories/typeorm-slip-directory.js';
import { TypeOrmTradeSource } from './repositories/typeorm-trade-source.js';
import { TypeOrmTradeUpdateStore } from './repositories/typeorm-trade-update-store.js';

/** Creates the adapter of each port for a database whose migrations have run. `OrderingModule` provides the same adapters. */
export function openOrderingPorts(database: OrderingDatabase) {
  const of = <Row extends object>(entity: new () => Row) => database.manager.getRepository(entity);
  return {
    changeHistory: new TypeOrmChangeHistory(
      database,
      of(PositionStampEntity),
      of(RemovedProductEntity),
      of(RemovedViewEntity),
      of(SettingChangeEntity),
    ),
    deliveryPlaceList: new TypeOrmDeliveryPlaceList(of(DeliveryPlaceEntity)),
    deliverySource: new TypeOrmDeliverySource(database),
    downloadMarks: new TypeOrmDownloadMarks(database),
    fcPriceSource: new TypeOrmFcPriceSource(database),
    finder: new TypeOrmFinder(database),
    masterSource: new TypeOrmMasterSource(database),
    memberDirectory: new TypeOrmMemberDirectory(database, of(MemberEntity)),
    orderList: new TypeOrmOrderList(database),
    orderMasterList: new TypeOrmOrderMasterList(database),
    orderSource: new TypeOrmOrderSource(database),
    orderStore: new TypeOrmOrderStore(database),
    partnerList: new TypeOrmPartnerList(database),
    plannedOrderSource: new TypeOrmPlannedOrderSource(database),
    slipDirectory: new TypeOrmSlipDirectory(database),
    settingSource: new TypeOrmSettingSource(database),
    tradeSource: new TypeOrmTradeSource(database),
    tradeUpdateStore: new TypeOrmTradeUpdateStore(database),
  };
}
