import { ConfigurableModuleBuilder, Global, Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import {
  Database,
  type DatabaseWatch,
  ensureMigrated,
  openDatabase,
  type Schema,
  watchDatabase,
} from '@trading-platform/database';
import { ChangeHistory } from '../change/change-history.js';
import { DeliverySource } from '../delivery/delivery-source.js';
import { ShortestDeliveryDates } from '../delivery/shortest-delivery-dates.js';
import { FcPriceSource } from '../fc-price/fc-price-source.js';
import { FcPrices } from '../fc-price/fc-prices.js';
import { DeliveryPlaceList, OrderList, OrderMasterList, PartnerList } from '../list/lists.js';
import { MasterSource } from '../master/master-source.js';
import { MemberDirectory } from '../member/member-directory.js';
import { OrderGeneration } from '../order/order-generation.js';
import { OrderSource } from '../order/order-source.js';
import { OrderStore } from '../order/order-store.js';
import { PlannedOrderSource } from '../order/planned-order-source.js';
import { SettingSource } from '../setting/setting-source.js';
import { DownloadMarks } from '../trade/download-marks.js';
import { TradeSource } from '../trade/trade-source.js';
import { orderingSchema } from '../typeorm/ordering-schema.js';
import { TypeOrmDeliveryPlaceList } from '../typeorm/repositories/delivery-place-list.js';
import { SqlChangeHistory } from '../typeorm/sql/downloads/change-history.js';
import { SqlDownloadMarks } from '../typeorm/sql/downloads/download-marks.js';
import { SqlMasterSource } from '../typeorm/sql/downloads/master-source.js';
import { SqlOrderSource } from '../typeorm/sql/downloads/order-source.js';
import { SqlPlannedOrderSource } from '../typeorm/sql/downloads/planned-order-source.js';
import { SqlSettingSource } from '../typeorm/sql/downloads/setting-source.js';
import { SqlTradeSource } from '../typeorm/sql/downloads/trade-source.js';
import { SqlOrderList } from '../typeorm/sql/lists/order-list.js';
import { SqlOrderMasterList } from '../typeorm/sql/lists/order-master-list.js';
import { SqlPartnerList } from '../typeorm/sql/lists/partner-list.js';
import { SqlDeliverySource } from '../typeorm/sql/lookups/delivery-source.js';
import { SqlFcPriceSource } from '../typeorm/sql/lookups/fc-price-source.js';
import { SqlMemberDirectory } from '../typeorm/sql/members/member-directory.js';
import { SqlOrderStore } from '../typeorm/sql/orders/order-store.js';

/** The database of trading data, and how it is opened. */
export interface OrderingOptions {
  /** `sqlite:path` or `postgres://…`. */
  readonly address: string;
  /** Shown in PostgreSQL's activity view. */
  readonly applicationName?: string;
  /** Tables of others that are kept in the same database. */
  readonly schemas?: readonly Schema[];
  /** False: the application does not start while migrations are missing. Default true: it runs them. */
  readonly migrate?: boolean;
  /** Told how to ask whether the database answers. */
  readonly readiness?: { add(name: string, check: () => Promise<unknown>): void };
  /** Told of the database, as `ordering`. */
  readonly watch?: DatabaseWatch;
}

/** The opened database, for the tables of others that are kept in it. */
export abstract class OrderingDatabase extends Database {}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } = new ConfigurableModuleBuilder<OrderingOptions>({
  moduleName: 'Ordering',
})
  .setClassMethodName('forRoot')
  .build();

type Adapter<Port> = new (database: Database) => Port;

/** A port, provided under its class by its adapter on the database. */
function onDatabase<Port>(port: abstract new () => Port, SqlAdapter: Adapter<Port>): Provider<Port> {
  return {
    provide: port,
    inject: [OrderingDatabase],
    useFactory: (database: Database) => new SqlAdapter(database),
  };
}

const services = [
  onDatabase(MemberDirectory, SqlMemberDirectory),
  onDatabase(MasterSource, SqlMasterSource),
  onDatabase(TradeSource, SqlTradeSource),
  onDatabase(SettingSource, SqlSettingSource),
  onDatabase(DownloadMarks, SqlDownloadMarks),
  onDatabase(ChangeHistory, SqlChangeHistory),
  onDatabase(DeliverySource, SqlDeliverySource),
  onDatabase(FcPriceSource, SqlFcPriceSource),
  onDatabase(PartnerList, SqlPartnerList),
  onDatabase(OrderMasterList, SqlOrderMasterList),
  onDatabase(DeliveryPlaceList, TypeOrmDeliveryPlaceList),
  onDatabase(OrderSource, SqlOrderSource),
  onDatabase(OrderStore, SqlOrderStore),
  onDatabase(PlannedOrderSource, SqlPlannedOrderSource),
  onDatabase(OrderList, SqlOrderList),
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
 * Provides to the whole application, each under its class: the lookups `ShortestDeliveryDates` and `FcPrices`,
 * `MemberDirectory`, `DownloadMarks`, `ChangeHistory`, the sources `MasterSource`, `TradeSource`, `SettingSource`, `DeliverySource`,
 * `FcPriceSource`, `OrderSource` and `PlannedOrderSource`, the `OrderStore`, `OrderGeneration`, and the lists `PartnerList`,
 * `OrderMasterList`, `DeliveryPlaceList`, `OrderList`. The database is migrated before anything is asked of it, and closed after the last answer.
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
    OrderGeneration,
    OrderList,
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
