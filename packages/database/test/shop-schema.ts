import {
  Check,
  Column,
  Entity,
  EntitySchema,
  Index,
  type MigrationInterface,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  type QueryRunner,
  Unique,
} from 'typeorm';
import {
  bytes,
  byteText,
  dialectOf,
  epochMilliseconds,
  flag,
  migrationWords,
  rowNumber,
  runAll,
  type Schema,
} from '../src/index.js';

/** An entity with every kind of column and every kind of index that the platform uses. */
@Entity('article')
@Unique(['barCode'])
@Check('article_state_check', "state IN ('new', 'sold')")
@Index('article_owner', ['ownerCode', 'id'])
@Index('article_ended', ['endedAt'], { where: 'ended_at IS NOT NULL' })
@Index('article_name', { synchronize: false })
export class Article {
  @PrimaryColumn(rowNumber) id!: number;
  @Column(byteText) ownerCode!: string;
  @Column('text') name!: string;
  @Column(byteText) barCode!: string;
  @Column(byteText) state!: 'new' | 'sold';
  @Column('simple-json') tags!: string[];
  @Column(flag) special!: boolean;
  @Column({ ...flag, nullable: true }) checked!: boolean | null;
  @Column(bytes) body!: Uint8Array;
  @Column({ ...bytes, nullable: true }) formerBody!: Uint8Array | null;
  @Column(epochMilliseconds) createdAt!: number;
  @Column({ ...epochMilliseconds, nullable: true }) endedAt!: number | null;
  @Column('bigint', { default: 1 }) generation!: number;
}

@Entity('price')
export class Price {
  @PrimaryColumn(byteText) scope!: string;
  @PrimaryColumn('integer') lineNo!: number;
  @Column('text', { name: 'amount', nullable: true }) value!: string | null;
}

@Entity('event')
export class Event {
  @PrimaryGeneratedColumn('increment', rowNumber) id!: number;
  @Column(epochMilliseconds) happenedAt!: number;
}

export interface Piece {
  readonly id: string;
  readonly data: Uint8Array;
}

/** A table that a package describes for only one dialect. */
export const pieceOfPostgres = new EntitySchema<Piece>({
  name: 'piece',
  columns: { id: { ...byteText, primary: true }, data: { type: 'bytea' } },
});

class CreateShop1700000000000 implements MigrationInterface {
  readonly name = 'CreateShop1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    const words = migrationWords(runner);
    await runAll(runner, [
      `CREATE TABLE article (
        id ${words.rowNumber} PRIMARY KEY,
        owner_code ${words.text} NOT NULL,
        name TEXT NOT NULL,
        bar_code ${words.text} NOT NULL UNIQUE,
        state ${words.text} NOT NULL
          CHECK (state IN ('new', 'sold')),
        tags TEXT NOT NULL,
        special INTEGER NOT NULL,
        checked INTEGER,
        body ${words.bytes} NOT NULL,
        former_body ${words.bytes},
        created_at BIGINT NOT NULL,
        ended_at BIGINT
      )`,
      'CREATE INDEX article_owner ON article (owner_code, id)',
      'CREATE INDEX article_ended ON article (ended_at) WHERE ended_at IS NOT NULL',
      'CREATE INDEX article_name ON article (lower(name))',
      'ALTER TABLE article ADD COLUMN generation BIGINT NOT NULL DEFAULT 1',
      `CREATE TABLE price (
        scope ${words.text} NOT NULL,
        line_no INTEGER NOT NULL,
        amount TEXT,
        PRIMARY KEY (scope, line_no)
      ) ${words.clustered}`,
      `CREATE TABLE event (id ${words.serial}, happened_at BIGINT NOT NULL)`,
    ]);
    if (dialectOf(runner) === 'postgres') {
      await runner.query(`CREATE TABLE piece (id ${words.text} PRIMARY KEY, data BYTEA NOT NULL)`);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward');
  }
}

const entities = [Article, Price, Event];

export const shopSchema = {
  entities: { sqlite: entities, postgres: [...entities, pieceOfPostgres] },
  migrations: [CreateShop1700000000000],
} satisfies Schema;

export function anArticle(given: Partial<Article> = {}): Article {
  return {
    id: 1,
    ownerCode: 'A',
    name: '麺',
    barCode: '49',
    state: 'new',
    tags: ['cold'],
    special: true,
    checked: null,
    body: Buffer.of(0, 255),
    formerBody: null,
    createdAt: 1_763_700_000_000,
    endedAt: null,
    generation: 1,
    ...given,
  };
}
