import { expect, it } from '@jest/globals';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { byteText, epochMilliseconds, openDatabase } from '../src/index.js';
import { changesToMake } from '../src/testing/changes-to-make.js';
import { describeDatabases } from '../src/testing/index.js';
import { Event, Price, shopSchema } from './shop-schema.js';

@Entity('price')
class PriceWithoutAmount {
  @PrimaryColumn(byteText) scope!: string;
  @PrimaryColumn('integer') lineNo!: number;
}

@Entity('price')
class PriceWithMore extends PriceWithoutAmount {
  @Column('text', { nullable: true }) amount!: string | null;
  @Column('text', { nullable: true }) more!: string | null;
}

@Entity('price')
class PriceNeeded extends PriceWithoutAmount {
  @Column('text') amount!: string;
}

@Entity('price')
class PriceAsNumber extends PriceWithoutAmount {
  @Column('bigint', { nullable: true }) amount!: number | null;
}

@Entity('price')
@Index('price_amount', ['amount'])
class PriceWithIndex extends PriceWithoutAmount {
  @Column('text', { nullable: true }) amount!: string | null;
}

@Entity('price')
@Check('price_amount_check', "amount <> ''")
class PriceWithCheck extends PriceWithoutAmount {
  @Column('text', { nullable: true }) amount!: string | null;
}

@Entity('event')
class EventNotCounted {
  @PrimaryColumn('int8') id!: number;
  @Column(epochMilliseconds) happenedAt!: number;
}

describeDatabases('changes to make', [shopSchema], (open, dialect) => {
  it.each([
    ['a column is not described', PriceWithoutAmount],
    ['a column is not there', PriceWithMore],
    ['a column may be empty', PriceNeeded],
    ['a column has another type', PriceAsNumber],
    ['an index is not there', PriceWithIndex],
    ['a check is not there', PriceWithCheck],
    // On PostgreSQL, TypeORM does not check this property.
    ...(dialect === 'sqlite' ? [['the database counts', EventNotCounted] as const] : []),
  ])('are found if %s', async (_, entity) => {
    const { address } = await open();
    const database = await openDatabase({ address, schemas: [{ entities: [entity], migrations: [] }] });
    expect(await changesToMake(database.manager.dataSource)).not.toEqual([]);
    await database.close();
  });

  it('are none otherwise', async () => {
    const { address } = await open();
    const database = await openDatabase({ address, schemas: [{ entities: [Price, Event], migrations: [] }] });
    expect(await changesToMake(database.manager.dataSource)).toEqual([]);
    await database.close();
  });
});
