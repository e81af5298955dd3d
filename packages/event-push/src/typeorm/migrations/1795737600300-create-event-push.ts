import { migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEventPush1795737600300 implements MigrationInterface {
  readonly name = 'CreateEventPush1795737600300';

  async up(runner: QueryRunner): Promise<void> {
    const { text, bytes, clustered } = migrationWords(runner);
    await runAll(runner, [
      `CREATE TABLE event_endpoint (
        endpoint_id ${text} NOT NULL PRIMARY KEY,
        member_code ${text} NOT NULL,
        client_id ${text} NOT NULL,
        url TEXT NOT NULL,
        types TEXT NOT NULL,
        member_codes TEXT NOT NULL,
        description TEXT NOT NULL,
        disabled_reason TEXT NOT NULL,
        tested_at BIGINT,
        secret ${bytes} NOT NULL,
        former_secret ${bytes},
        former_secret_ends_at BIGINT,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL
      )`,
      'CREATE INDEX event_endpoint_owner ON event_endpoint (member_code, client_id)',
      `CREATE TABLE event_push (
        endpoint_id ${text} NOT NULL PRIMARY KEY,
        cursor TEXT NOT NULL,
        lease_owner ${text} NOT NULL,
        lease_token BIGINT NOT NULL,
        failing_since BIGINT
      )`,
      'CREATE INDEX event_push_owner ON event_push (lease_owner)',
      `CREATE TABLE event_repeat (
        endpoint_id ${text} NOT NULL,
        event_id ${text} NOT NULL,
        event_type ${text} NOT NULL,
        member_code ${text} NOT NULL,
        client_id ${text} NOT NULL,
        body TEXT NOT NULL,
        failures BIGINT NOT NULL,
        first_failed_at BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        PRIMARY KEY (endpoint_id, event_id)
      ) ${clustered}`,
      'CREATE INDEX event_repeat_due ON event_repeat (endpoint_id, due_at)',
      `CREATE TABLE event_attempt (
        endpoint_id ${text} NOT NULL,
        attempt_id ${text} NOT NULL,
        event_id ${text} NOT NULL,
        event_type ${text} NOT NULL,
        at BIGINT NOT NULL,
        status BIGINT NOT NULL,
        latency_ms BIGINT NOT NULL,
        error TEXT NOT NULL,
        answer TEXT NOT NULL,
        next_at BIGINT,
        PRIMARY KEY (endpoint_id, attempt_id)
      ) ${clustered}`,
      `CREATE TABLE event_pusher (
        worker_id ${text} NOT NULL PRIMARY KEY,
        alive_until BIGINT NOT NULL
      ) ${clustered}`,
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = ['event_pusher', 'event_attempt', 'event_repeat', 'event_push', 'event_endpoint'];
    await runAll(
      runner,
      tables.map((table) => `DROP TABLE ${table}`),
    );
  }
}
