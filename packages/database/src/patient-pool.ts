import pg from 'pg';

type Connected = Parameters<pg.Pool['connect']>[0];

/** If the time for a connection ends later than this, the process itself was delayed. */
const delayMs = 100;

/**
 * A pool whose calls wait once more for a connection if the process itself was delayed. Timers run before the process reads
 * answers and before it frees connections, so the delay alone would make every waiting call fail.
 */
export class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const { connectionTimeoutMillis = Number.POSITIVE_INFINITY } = this.options;
    const delayedFrom = performance.now() + connectionTimeoutMillis + delayMs;
    const wasDelayed = () => performance.now() > delayedFrom;
    if (connected === undefined) {
      return super.connect().catch((error: unknown) => {
        if (!wasDelayed()) throw error;
        return super.connect();
      });
    }
    super.connect((error, ...connection) => {
      if (error !== undefined && wasDelayed()) super.connect(connected);
      else connected(error, ...connection);
    });
    return undefined;
  }
}
