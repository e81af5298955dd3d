import { type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

function additions({ text, bytes }: MigrationWords): string[] {
  return [
    'ALTER TABLE auth_client ADD COLUMN device_flow INTEGER NOT NULL DEFAULT 0',
    `CREATE TABLE auth_device_code (
      device_hash ${bytes} PRIMARY KEY,
      user_code_hash ${bytes} NOT NULL,
      client_id ${text} NOT NULL,
      scope TEXT NOT NULL,
      address TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      expires_at BIGINT NOT NULL,
      interval_seconds INTEGER NOT NULL,
      polled_at BIGINT,
      decided_at BIGINT,
      subject ${text},
      rights TEXT NOT NULL,
      authenticated_at BIGINT,
      user_generation BIGINT,
      used_at BIGINT,
      grant_id ${text}
    )`,
    'CREATE UNIQUE INDEX auth_device_code_user_code ON auth_device_code (user_code_hash)',
    'CREATE INDEX auth_device_code_client ON auth_device_code (client_id)',
    'CREATE INDEX auth_device_code_expiry ON auth_device_code (expires_at)',
  ];
}

const removals = ['DROP TABLE auth_device_code', 'ALTER TABLE auth_client DROP COLUMN device_flow'];

/** Lets devices without a browser get tokens. */
export class AddDeviceCodes1796083300000 implements MigrationInterface {
  readonly name = 'AddDeviceCodes1796083300000';

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, additions(migrationWords(runner)));
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(runner, removals);
  }
}
