/** A schema for tests with one table. The file is plain JavaScript, because separate processes load it too. */
class CreateNotes1700000000000 {
  name = 'CreateNotes1700000000000';

  /** @param {import('typeorm').QueryRunner} runner */
  async up(runner) {
    const bytes = runner.connection.options.type === 'postgres' ? 'BYTEA' : 'BLOB';
    await runner.query(`CREATE TABLE note (id BIGINT PRIMARY KEY, text TEXT, at BIGINT, body ${bytes})`);
  }

  async down() {
    throw new Error('Migrations only go forward');
  }
}

class AddCounter1700000000001 {
  name = 'AddCounter1700000000001';

  /** @param {import('typeorm').QueryRunner} runner */
  async up(runner) {
    await runner.query('CREATE TABLE counter (id BIGINT PRIMARY KEY, value BIGINT NOT NULL)');
    await runner.query('INSERT INTO counter (id, value) VALUES (1, 0), (2, 0)');
  }

  async down() {
    throw new Error('Migrations only go forward');
  }
}

class AddLabels1700000000002 {
  name = 'AddLabels1700000000002';

  /** @param {import('typeorm').QueryRunner} runner */
  async up(runner) {
    await runner.query('CREATE TABLE label (id BIGINT PRIMARY KEY)');
    await runner.query('UPDATE counter SET value = value + 1');
    if (process.argv.includes('--stop-in-the-middle')) {
      process.stdout.write('in the middle\n');
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    }
    await runner.query('INSERT INTO label (id) VALUES (1)');
  }

  async down() {
    throw new Error('Migrations only go forward');
  }
}

const migrations = [CreateNotes1700000000000, AddCounter1700000000001];

export const noteSchema = { entities: [], migrations };

const laterMigrations = [...migrations, AddLabels1700000000002];

/** The same schema with one more migration. A process with `--stop-in-the-middle` waits in the middle of this migration. */
export const laterSchema = { entities: [], migrations: laterMigrations };
