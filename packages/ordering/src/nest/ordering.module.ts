import { ConfigurableModuleBuilder, Global, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import {
  type Database,
  type DatabaseWatch,
  ensureMigrated,
  openDatabase,
  type Schema,
  watchDatabase,
} from '@trading-platform/database';
import { provideRepositories } from '@trading-platform/database/nest';
import { ChangeHistory } from '../change/change-history.js';
import { DeliverySource } from '../delivery/delivery-source.js';
import { ShortestDeliveryDates } from '../delivery/shortest-delivery-dates.js';
import { FcPriceSource } from '../fc-price/fc-price-source.js';
import { FcPrices } from '../fc-price/fc-prices.js';
import { Finder } from '../find/finder.js';
import { SlipDirectory } from '../history/slip-directory.js';
import { SlipStories } from '../history/slip-stories.js';
import { DeliveryPlaceList, OrderList, OrderMasterList, PartnerList } from '../list/lists.js';
import { MasterSource } from '../master/master-source.js';
import { ProductDirectory } from '../master/product-directory.js';
import { MemberDirectory } from '../member/member-directory.js';
import { OrderGeneration } from '../order/order-generation.js';
import { OrderSource } from '../order/order-source.js';
import { OrderStore } from '../order/order-store.js';
import { PlannedOrderSource } from '../order/planned-order-source.js';
import { SettingSource } from '../setting/setting-source.js';
import { DownloadMarks } from '../trade/download-marks.js';
import { TradeSource } from '../trade/trade-source.js';
import { TradeUpdateStore } from '../trade-update/trade-update-store.js';
import { OrderingDatabase } from '../typeorm/ordering-database.js';
import { orderingSchema } from '../typeorm/ordering-schema.js';
import { TypeOrmChangeHistory } from '../typeorm/repositories/typeorm-change-history.js';
import { TypeOrmDeliveryPlaceList } from '../typeorm/repositories/typeorm-delivery-place-list.js';
import { TypeOrmDeliverySource } from '../typeorm/repositories/typeorm-delivery-source.js';
import { TypeOrmDownloadMarks } from '../typeorm/repositories/typeorm-download-marks.js';
import { TypeOrmFcPriceSource } from '../typeorm/repositories/typeorm-fc-price-source.js';
import { TypeOrmFinder } from '../typeorm/repositories/typeorm-finder.js';
import { TypeOrmMasterSource } from '../typeorm/repositories/typeorm-master-source.js';
import { TypeOrmMemberDirectory } from '../typeorm/repositories/typeorm-member-directory.js';
import { TypeOrmOrderList } from '../typeorm/repositories/typeorm-order-list.js';
import { TypeOrmOrderMasterList } from '../typeorm/repositories/typeorm-order-master-list.js';
import { TypeOrmOrderSource } from '../typeorm/repositories/typeorm-order-source.js';
import { TypeOrmOrderStore } from '../typeorm/repositories/typeorm-order-store.js';
import { TypeOrmPartnerList } from '../typeorm/repositories/typeorm-partner-list.js';
import { TypeOrmPlannedOrderSource } from '../typeorm/repositories/typeorm-planned-order-source.js';
import { TypeOrmProductDirectory } from '../typeorm/repositories/typeorm-product-directory.js';
import { TypeOrmSettingSource } from '../typeorm/repositories/typeorm-setting-source.js';
import { TypeOrmSlipDirectory } from '../typeorm/repositories/typeorm-slip-directory.js';
import { TypeOrmTradeSource } from '../typeorm/repositories/typeorm-trade-source.js';
import { TypeOrmTradeUpdateStore } from '../typeorm/repositories/typeorm-trade-update-store.js';

/** The address of the database for trading data, and the options for opening it. */
export interface OrderingOptions {
  /** `sqlite:path` or `postgres://…`. */
  readonly address: string;
  /** The name of this application in PostgreSQL's activity view. */
  readonly applicationName?: string;
  /** Schemas of other packages whose tables are in the same database. */
  readonly schemas?: readonly Schema[];
  /**
   * If `migrate` is false, the application does not start while migrations are missing. If `migrate` is true, which is the
   * default, the application runs the missing migrations.
   */
  readonly migrate?: boolean;
  /** The object to which a readiness check of the database is added. */
  readonly readiness?: { add(name: string, check: () => Promise<unknown>): void };
  /** Observes the database under the name `ordering`. */
  readonly watch?: DatabaseWatch;
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<OrderingOptions>({
  moduleName: 'Ordering',
})
  .setClassMethodName('forRoot')
  .build();

const services: Provider[] = [
  ...provideRepositories(OrderingDatabase, orderingSchema.entities),
  { provide: MemberDirectory, useClass: TypeOrmMemberDirectory },
  { provide: MasterSource, useClass: TypeOrmMasterSource },
  { provide: TradeSource, useClass: TypeOrmTradeSource },
  { provide: SettingSource, useClass: TypeOrmSettingSource },
  { provide: DownloadMarks, useClass: TypeOrmDownloadMarks },
  { provide: ChangeHistory, useClass: TypeOrmChangeHistory },
  { provide: DeliverySource, useClass: TypeOrmDeliverySource },
  { provide: FcPriceSource, useClass: TypeOrmFcPriceSource },
  { provide: PartnerList, useClass: TypeOrmPartnerList },
  { provide: OrderMasterList, useClass: TypeOrmOrderMasterList },
  { provide: DeliveryPlaceList, useClass: TypeOrmDeliveryPlaceList },
  { provide: OrderSource, useClass: TypeOrmOrderSource },
  { provide: OrderStore, useClass: TypeOrmOrderStore },
  { provide: PlannedOrderSource, useClass: TypeOrmPlannedOrderSource },
  { provide: TradeUpdateStore, useClass: TypeOrmTradeUpdateStore },
  { provide: OrderList, useClass: TypeOrmOrderList },
  { provide: ProductDirectory, useClass: TypeOrmProductDirectory },
  { provide: Finder, useClass: TypeOrmFinder },
  { provide: SlipDirectory, useClass: TypeOrmSlipDirectory },
  {
    provide: SlipStories,
    inject: [SlipDirectory],
    useFactory: (directory: SlipDirectory) => new SlipStories(directory),
  },
  {
    provide: ShortestDeliveryDates,
    inject: [DeliverySource],
    useFactory: (source: DeliverySource) => new ShortestDeliveryDates({ source }),
  },
  {
    provide: OrderGeneration,
    inject: [OrderStore, PlannedOrderSource],
    useFactory: (store: OrderStore, source: PlannedOrderSource) => new OrderGeneration({ store, source }),
  },
  { provide: FcPrices, inject: [FcPriceSource], useFactory: (source: FcPriceSource) => new FcPrices({ source }) },
];

/**
 * Provides these classes to the whole application: the lookups `ShortestDeliveryDates` and `FcPrices`; `MemberDirectory`,
 * `DownloadMarks` and `ChangeHistory`; the sources `MasterSource`, `TradeSource`, `SettingSource`, `DeliverySource`,
 * `FcPriceSource`, `OrderSource` and `PlannedOrderSource`; `OrderStore`, `TradeUpdateStore` and `OrderGeneration`; `ProductDirectory`,
 * `SlipDirectory`, `SlipStories` and `Finder`; and the lists `PartnerList`,
 * `OrderMasterList`, `DeliveryPlaceList` and `OrderList`. The migrations run before the first query, and the database is closed
 * after the last answer.
 *
 * @example
 * imports: [
 *   OrderingModule.forRootAsync({
 *     inject: [ENV],
 *     useFactory: (env: Env) => ({ address: env.orderingDatabase }),
 *   }),
 * ]
 */
@Global()
@Module({
  providers: [{ provide: OrderingDatabase, inject: [MODULE_OPTIONS_TOKEN], useFactory: openOrdering }, ...services],
  exports: [
    OrderingDatabase,
    MemberDirectory,
    MasterSource,
    TradeSource,
    SettingSource,
    DownloadMarks,
    ChangeHistory,
    DeliverySource,
    FcPriceSource,
    PartnerList,
    OrderMasterList,
    DeliveryPlaceList,
    OrderSource,
    OrderStore,
    PlannedOrderSource,
    TradeUpdateStore,
    OrderGeneration,
    OrderList,
    ProductDirectory,
    Finder,
    SlipDirectory,
    SlipStories,
    ShortestDeliveryDates,
    FcPrices,
  ],
})
export class OrderingModule extends ConfigurableModuleClass implements OnApplicationShutdown {
  constructor(private readonly database: OrderingDatabase) {
    super();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

async function openOrdering(options: OrderingOptions): Promise<Database> {
  const { schemas = [], migrate, readiness, watch, ...where } = options;
  const database = await openDatabase({ ...where, schemas: [orderingSchema, ...schemas] });
  try {
    await ensureMigrated(database, 'ordering', { migrate });
  } catch (error) {
    await database.close();
    throw error;
  }
  readiness?.add('ordering database', () => database.ping());
  return watchDatabase(database, 'ordering', watch);
}
