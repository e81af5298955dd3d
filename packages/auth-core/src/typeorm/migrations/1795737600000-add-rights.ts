import { type MigrationWords, migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rights that every client had when there were no rights. This list never changes. */
const formerRights = '["order","master","trade","setting","lookup","list","batch"]';

const withRights = ['auth_client', 'auth_grant', 'auth_code'];

function additions({ text }: MigrationWords): string[] {
  return [
    ...withRights.map((table) => `ALTER TABLE ${table} ADD COLUMN rights TEXT NOT NULL DEFAULT '${formerRights}'`),
    `ALTER TABLE auth_client ADD COLUMN member_code ${text}`,
  ];
}

/** Gives rights to clients, grants and codes, and members to service accounts. */
export class AddRights1795737600000 implements MigrationInterface {
  readonly name = 'AddRights1795737600000';

  up(runner: QueryRunner): Promise<void> {
    return runAll(runner, additions(migrationWords(runner)));
  }

  down(runner: QueryRunner): Promise<void> {
    return runAll(runner, [
      'ALTER TABLE auth_client DROP COLUMN member_code',
      ...withRights.map((table) => `ALTER TABLE ${table} DROP COLUMN rights`),
    ]);
  }
}
