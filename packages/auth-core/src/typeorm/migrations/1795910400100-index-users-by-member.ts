import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index of users by member. While events are pushed, the grants of these users are read. */
export class IndexUsersByMember1795910400100 implements MigrationInterface {
  readonly name = 'IndexUsersByMember1795910400100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX auth_user_member ON auth_user (member_code)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX auth_user_member');
  }
}
