import { Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OrderingDatabase } from '@trading-platform/ordering/nest';
import { FindIndex } from '@trading-platform/ordering/typeorm';
import { PinoLogger } from 'nestjs-pino';

/** The module that makes new and changed slips and products findable. */
@Module({
  providers: [
    {
      provide: FindIndex,
      inject: [OrderingDatabase, PinoLogger],
      useFactory: (database: OrderingDatabase, log: PinoLogger) => new FindIndex(database, log),
    },
  ],
})
export class FindModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(private readonly index: FindIndex) {}

  onApplicationBootstrap(): void {
    this.index.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.index.stop();
  }
}
