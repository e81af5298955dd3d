import { Inject, type InjectionToken, type Provider } from '@nestjs/common';
import { EntitySchema } from 'typeorm';
import type { Database, Entity } from '../database.js';

/** Returns the token under which Nest injects the repository of an entity. `@nestjs/typeorm` uses the same token. */
export function getRepositoryToken(entity: Entity): string {
  const { name } = entity instanceof EntitySchema ? entity.options : entity;
  return `${name}Repository`;
}

/**
 * Injects TypeORM's repository of an entity into a parameter of a constructor. The repository reads committed data. In a unit of
 * work, pass the repository to the manager of the transaction.
 *
 * @example
 * constructor(
 *   private readonly database: ShopDatabase,
 *   @InjectRepository(ClientEntity) private readonly clients: Repository<ClientEntity>,
 * ) {}
 *
 * remove(clientId: string) {
 *   return this.database.transaction(({ manager }) => manager.withRepository(this.clients).delete({ clientId }));
 * }
 */
export function InjectRepository(entity: Entity): ParameterDecorator {
  return Inject(getRepositoryToken(entity));
}

/** Provides the repository of each entity, based on the database that is injected under `database`. */
export function provideRepositories(database: InjectionToken<Database>, entities: readonly Entity[]): Provider[] {
  return entities.map((entity) => ({
    provide: getRepositoryToken(entity),
    inject: [database],
    useFactory: ({ manager }: Database) => manager.getRepository(entity),
  }));
}
