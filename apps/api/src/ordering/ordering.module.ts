import { Global, Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type Database, openDatabase } from '@trading-platform/database';
import { createMemberDirectory, orderingSchema } from '@trading-platform/ordering/typeorm';
import { Readiness } from '@trading-platform/service';
import { callCountSchema } from '../caller/shared-call-counts.js';
import { ENV, type Env } from '../env.js';

export const ORDERING_DATABASE = Symbol('ordering database');
export const MEMBER_DIRECTORY = Symbol('member directory');

/** The database of members, products, slips and settings, and what is read from it. */
@Global()
@Module({
  providers: [
    {
      provide: ORDERING_DATABASE,
      inject: [ENV, Readiness],
      useFactory: async (env: Env, readiness: Readiness): Promise<Database> => {
        const database = await openDatabase({
          address: env.orderingDatabase,
          schemas: [orderingSchema, callCountSchema],
          applicationName: 'api',
        });
        await database.migrate();
        readiness.add('ordering database', () => database.ping());
        return database;
      },
    },
    { provide: MEMBER_DIRECTORY, inject: [ORDERING_DATABASE], useFactory: createMemberDirectory },
  ],
  exports: [ORDERING_DATABASE, MEMBER_DIRECTORY],
})
export class OrderingModule implements OnApplicationShutdown {
  constructor(@Inject(ORDERING_DATABASE) private readonly database: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
