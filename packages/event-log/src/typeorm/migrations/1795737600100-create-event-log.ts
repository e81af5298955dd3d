import { migrationWords, runAll } from '@trading-platform/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEventLog1795737600100 implements MigrationInterface {
  readonly name = 'CreateEventLog1795737600100';

  async up(runner: QueryRunner): Promise<void> {
    const { text, rowNumber, serial, clustered } = migrationWords(runner);
    await runAll(runner, [
      `CREATE TABLE event (
        sequence ${rowNumber} PRIMARY KEY,
        id ${text} NOT NULL,
        type ${text} NOT NULL,
        at BIGINT NOT NULL,
        member_code ${text} NOT NULL,
        client_id ${text} NOT NULL,
        data TEXT NOT NULL,
        occurrence ${text}
      )`,
      'CREATE INDEX event_member ON event (member_code, sequence)',
      'CREATE UNIQUE INDEX event_occurrence ON event (occurrence) WHERE occurrence IS NOT NULL',
      `CREATE TABLE event_entry (
        id ${serial},
        at BIGINT NOT NULL,
        content TEXT NOT NULL
      )`,
      `CREATE TABLE event_mark (
        type ${text} NOT NULL,
        kind ${text} NOT NULL,
        member_code ${text} NOT NULL,
        member_code_partner ${text} NOT NULL,
        count BIGINT NOT NULL,
        due_at BIGINT NOT NULL,
        PRIMARY KEY (type, kind, member_code, member_code_partner)
      ) ${clustered}`,
      'CREATE INDEX event_mark_due ON event_mark (due_at)',
      `CREATE TABLE event_log (
        name ${text} NOT NULL PRIMARY KEY,
        position BIGINT NOT NULL,
        removed_to BIGINT NOT NULL
      ) ${clustered}`,
      "INSERT INTO event_log (name, position, removed_to) VALUES ('log', 0, 0)",
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP TABLE event_log',
      'DROP TABLE event_mark',
      'DROP TABLE event_entry',
      'DROP TABLE event',
    ]);
  }
}
