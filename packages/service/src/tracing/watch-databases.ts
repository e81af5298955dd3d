import type { UsedDatabase } from '../metrics/database-gauges.js';
import type { Metrics } from '../metrics/metrics.js';
import { statementSummary } from './statement-summary.js';
import { errorKind, type Tracing } from './tracing.js';

/** A statement that has started. Packages that open databases report it (`DatabaseWatch`). */
interface BegunStatement {
  readonly database: string;
  readonly dialect: 'sqlite' | 'postgres';
  readonly sql: string;
  readonly beganAt?: number;
}

/**
 * The `watch` option of packages that open databases. It receives reports about databases and, if traces are sent,
 * about their statements. Every module of a service can inject it.
 */
export abstract class WatchedDatabases {
  abstract opened(name: string, database: UsedDatabase): void;
  abstract readonly statement?: ((begun: BegunStatement) => (error?: unknown) => void) | undefined;
}

const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const;
const nothingToEnd = () => undefined;

/** Publishes the use of databases as metrics, and their statements as traces. */
export function watchDatabases(metrics: Metrics, tracing: Tracing | undefined): WatchedDatabases {
  const opened: WatchedDatabases['opened'] = (name, database) => metrics.databases.opened(name, database);
  return tracing === undefined ? { opened } : { opened, statement: (begun) => openStatement(tracing, begun) };
}

/** Statements outside a recorded span, such as those of a worker that looks for batches, are left out. */
function openStatement(tracing: Tracing, { database, dialect, sql, beganAt }: BegunStatement) {
  if (!tracing.isRecording) return nothingToEnd;
  const { operation, table } = statementSummary(sql);
  const summary = table === undefined ? operation : `${operation} ${table}`;
  const span = tracing.open({
    name: summary,
    kind: 'client',
    attributes: {
      'db.system.name': systems[dialect],
      'db.namespace': database,
      'db.operation.name': operation,
      'db.query.summary': summary,
      ...(table === undefined ? {} : { 'db.collection.name': table }),
    },
    ...(beganAt === undefined ? {} : { beganAt }),
  });
  return (error?: unknown) => span.end(error === undefined ? {} : { error: errorKind(error) });
}
