import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type Database, openDatabase } from '@trading-platform/database';
import { orderingSchema } from '@trading-platform/ordering/typeorm';
import { Readiness } from '@trading-platform/service';
import { ENV, type Env } from '../env.js';

export const ORDERING_DATABASE = Symbol('ordering database');

/** The database whose records are downloaded. */
@Module({
  providers: [
    {
      provide: ORDERING_DATABASE,
      inject: [ENV, Readiness],
      useFactory: async (env: Env, readiness: Readiness): Promise<Database> => {
        const database = await openDatabase({
          address: env.orderingDatabase,
          schemas: [orderingSchema],
          applicationName: 'worker',
        });
        await database.migrate();
        readiness.add('ordering database', () => database.ping());
        return database;
      },
    },
  ],
  exports: [ORDERING_DATABASE],
})
export class OrderingModule implements OnApplicationShutdown {
  constructor(@Inject(ORDERING_DATABASE) private readonly database: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
