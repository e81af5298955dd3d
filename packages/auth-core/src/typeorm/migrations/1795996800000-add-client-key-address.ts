import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets clients publish their keys at an address of their own. */
export class AddClientKeyAddress1795996800000 implements MigrationInterface {
  readonly name = 'AddClientKeyAddress1795996800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_client ADD COLUMN jwks_uri TEXT');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE auth_client DROP COLUMN jwks_uri');
  }
}
