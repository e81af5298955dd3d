import { type Sql, type Transaction, tableOf } from '@trading-platform/database';
import { EventNews, type Happening } from '@trading-platform/event-log';
import { appendEvents, EventLogDatabase } from '@trading-platform/event-log/typeorm';
import {
  type Lease,
  type LeasedEndpoint,
  type PushOutcome,
  PushStore,
  type Repeat,
} from '../../delivery/push-store.js';
import { attemptsKept } from '../../endpoint/event-attempt.js';
import type { DisabledReason } from '../../endpoint/event-endpoint.js';
import { EventEndpointEntity } from '../entities/event-endpoint.entity.js';
import { EventPushEntity } from '../entities/event-push.entity.js';
import { EventRepeatEntity } from '../entities/event-repeat.entity.js';
import { insertAttempts } from './typeorm-endpoint-store.js';

const endpoints = tableOf(EventEndpointEntity);
const pushes = tableOf(EventPushEntity).without('endpointId');
const repeats = tableOf(EventRepeatEntity);

/** If a crash of the database undoes such a transaction, events are pushed again. Receivers must expect this anyway. */
const notDurable = { durable: false } as const;

const leased = `SELECT ${endpoints.columnsOf('e')}, ${pushes.columnsOf('p')}
  FROM event_push p JOIN event_endpoint e ON e.endpoint_id = p.endpoint_id
  WHERE p.lease_owner = $1 AND e.disabled_reason = ''`;

const isFree = 'lease_owner NOT IN (SELECT worker_id FROM event_pusher)';

const claim = `UPDATE event_push SET lease_owner = $1, lease_token = lease_token + 1
  WHERE ${isFree} AND endpoint_id IN (
    SELECT p.endpoint_id FROM event_push p JOIN event_endpoint e ON e.endpoint_id = p.endpoint_id
    WHERE e.disabled_reason = '' AND p.${isFree} LIMIT $2
  ) RETURNING endpoint_id`;

const trimAttempts = `DELETE FROM event_attempt WHERE endpoint_id = $1 AND attempt_id < (
  SELECT attempt_id FROM event_attempt WHERE endpoint_id = $1 ORDER BY attempt_id DESC LIMIT 1 OFFSET ${attemptsKept - 1})`;

/** The state of the delivery in the database of the log. */
export class TypeOrmPushStore extends PushStore {
  constructor(
    private readonly database: EventLogDatabase,
    private readonly news: EventNews,
  ) {
    super();
  }

  beat(workerId: string, now: number, aliveUntil: number): Promise<number> {
    return this.database.transaction(async (transaction) => {
      await transaction.execute(
        `INSERT INTO event_pusher (worker_id, alive_until) VALUES ($1, $2)
         ON CONFLICT (worker_id) DO UPDATE SET alive_until = excluded.alive_until`,
        [workerId, aliveUntil],
      );
      await transaction.execute('DELETE FROM event_pusher WHERE alive_until < $1', [now]);
      const [row] = await transaction.query<{ workers: number }>('SELECT COUNT(*) AS workers FROM event_pusher');
      return row!.workers;
    }, notDurable);
  }

  async claim(workerId: string, limit: number): Promise<readonly LeasedEndpoint[]> {
    return this.database.transaction(async (transaction) => {
      const rows = await transaction.query<{ endpoint_id: string }>(claim, [workerId, limit]);
      const claimed = new Set(rows.map(({ endpoint_id }) => endpoint_id));
      if (claimed.size === 0) return [];
      return (await readLeased(transaction, workerId)).filter(({ endpoint }) => claimed.has(endpoint.endpointId));
    }, notDurable);
  }

  leased(workerId: string): Promise<readonly LeasedEndpoint[]> {
    return readLeased(this.database, workerId);
  }

  async countEnabled(): Promise<number> {
    return countOf(this.database, "SELECT COUNT(*) AS number FROM event_endpoint WHERE disabled_reason = ''");
  }

  async release(workerId: string, endpointId: string): Promise<void> {
    await this.database.transaction(
      (transaction) =>
        transaction.execute("UPDATE event_push SET lease_owner = '' WHERE endpoint_id = $1 AND lease_owner = $2", [
          endpointId,
          workerId,
        ]),
      notDurable,
    );
  }

  async leave(workerId: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await transaction.execute("UPDATE event_push SET lease_owner = '' WHERE lease_owner = $1", [workerId]);
      await transaction.execute('DELETE FROM event_pusher WHERE worker_id = $1', [workerId]);
    }, notDurable);
  }

  write(outcomes: readonly PushOutcome[]): Promise<readonly Lease[]> {
    const ofLeases = Map.groupBy(outcomes, ({ endpointId, leaseToken }) => `${endpointId} ${leaseToken}`);
    // Sorted, so that two processes lock rows in the same order.
    const sorted = [...ofLeases].toSorted(([one], [other]) => (one < other ? -1 : 1));
    // A repeat must survive a crash of PostgreSQL: a process that is still running does not read the failed event
    // again.
    const durable = outcomes.some(({ repeat }) => repeat !== undefined);
    return this.database.transaction(
      async (transaction) => {
        const lost: Lease[] = [];
        const kept: PushOutcome[] = [];
        for (const [, its] of sorted) {
          // The statements of one transaction run one after the other.
          // oxlint-disable-next-line no-await-in-loop
          if (await noteState(transaction, its)) kept.push(...its);
          else lost.push(its[0]!);
        }
        await insertAttempts(
          transaction,
          kept.flatMap(({ attempt }) => (attempt === undefined ? [] : [attempt])),
        );
        for (const outcome of kept) {
          // oxlint-disable-next-line no-await-in-loop
          await noteRepeat(transaction, outcome);
        }
        return lost;
      },
      { durable },
    );
  }

  async dueRepeats(endpointId: string, now: number, limit: number) {
    const rows = await this.database.query<object>(
      `SELECT ${repeats.columns} FROM ${repeats.name} WHERE endpoint_id = $1 ORDER BY due_at LIMIT $2`,
      [endpointId, limit],
    );
    const found = rows.map((row) => repeats.read(row));
    const due = found.filter(({ dueAt }) => dueAt <= now);
    return { due, nextAt: found[due.length]?.dueAt };
  }

  async disable(
    { endpointId, leaseToken }: Lease,
    reason: DisabledReason,
    happening: Happening,
    now: number,
  ): Promise<boolean> {
    const isDisabled = await this.database.transaction(async (transaction) => {
      const isLeased = await transaction.execute(
        "UPDATE event_push SET lease_owner = '' WHERE endpoint_id = $1 AND lease_token = $2",
        [endpointId, leaseToken],
      );
      if (isLeased !== 1) return false;
      await transaction.execute(
        "UPDATE event_endpoint SET disabled_reason = $1, tested_at = NULL, updated_at = $2 WHERE endpoint_id = $3 AND disabled_reason = ''",
        [reason, now, endpointId],
      );
      await appendEvents(transaction, { happenings: [happening] }, now);
      return true;
    });
    if (isDisabled) this.news.tellEntries();
    return isDisabled;
  }

  async trim(endpointIds: readonly string[], repeatsBefore: number): Promise<void> {
    for (const endpointId of endpointIds) {
      // One short transaction for each endpoint.
      // oxlint-disable-next-line no-await-in-loop
      await this.database.transaction(async (transaction) => {
        await transaction.execute(trimAttempts, [endpointId]);
        await transaction.execute('DELETE FROM event_repeat WHERE endpoint_id = $1 AND first_failed_at < $2', [
          endpointId,
          repeatsBefore,
        ]);
      }, notDurable);
    }
  }

  async countRepeats(): Promise<number> {
    return countOf(this.database, 'SELECT COUNT(*) AS number FROM event_repeat');
  }
}

async function countOf(sql: Sql, statement: string): Promise<number> {
  const [row] = await sql.query<{ number: number }>(statement);
  return row!.number;
}

async function readLeased(sql: Sql, workerId: string): Promise<readonly LeasedEndpoint[]> {
  const rows = await sql.query<object>(leased, [workerId]);
  return rows.map((row) => {
    const { leaseToken, cursor, failingSince } = pushes.read(row);
    return { endpoint: endpoints.read(row), leaseToken, cursor, failingSince };
  });
}

/** Notes the newest state of an endpoint. Returns false if the lease of the outcomes was lost. */
async function noteState(sql: Sql, outcomes: readonly PushOutcome[]): Promise<boolean> {
  const cursor = outcomes.findLast((outcome) => outcome.cursor !== undefined)?.cursor ?? null;
  const failing = outcomes.findLast((outcome) => outcome.failingSince !== undefined);
  const { endpointId, leaseToken } = outcomes[0]!;
  const set = ['cursor = COALESCE($3, cursor)', ...(failing === undefined ? [] : ['failing_since = $4'])];
  const changed = await sql.execute(
    `UPDATE event_push SET ${set.join(', ')} WHERE endpoint_id = $1 AND lease_token = $2`,
    [endpointId, leaseToken, cursor, ...(failing === undefined ? [] : [failing.failingSince!])],
  );
  return changed === 1;
}

async function noteRepeat(
  transaction: Transaction,
  { endpointId, repeat, settledEventId }: PushOutcome,
): Promise<void> {
  if (settledEventId !== undefined) {
    await transaction.execute('DELETE FROM event_repeat WHERE endpoint_id = $1 AND event_id = $2', [
      endpointId,
      settledEventId,
    ]);
  }
  if (repeat === undefined) return;
  await transaction.execute(
    `${repeats.insertInto()} ON CONFLICT (endpoint_id, event_id) DO UPDATE
     SET failures = excluded.failures, due_at = excluded.due_at`,
    repeats.values(repeat satisfies Repeat),
  );
}
