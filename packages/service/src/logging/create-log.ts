import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { requestFields } from '../request-context.js';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
export type LogFormat = 'json' | 'pretty';

export interface LogOptions {
  /** Stands in every line as `service`. */
  readonly service: string;
  readonly level: LogLevel;
  readonly format: LogFormat;
}

/** A log of a process, and how to make sure that all its lines are out. */
export interface Log {
  readonly logger: Logger;
  flush(): void;
}

/** Lines are written together, at the latest after a moment; what is left is written when the process ends. */
const bytesPerWrite = 8_192;
const flushMs = 100;

/** Where secrets could stand in a logged object. Bodies are never logged. */
const secretPaths = ['authorization', 'cookie', 'set-cookie'].flatMap((header) => [
  `headers["${header}"]`,
  `req.headers["${header}"]`,
  `request.headers["${header}"]`,
]);

/** One JSON object per line on standard output, or one readable line. */
export async function createLog({ service, level, format }: LogOptions): Promise<Log> {
  const output = destination({ fd: 1, sync: false, minLength: bytesPerWrite, periodicFlush: flushMs });
  const stream = format === 'pretty' ? await prettyStream(service) : output;
  const logger = pino(
    {
      level,
      base: { service },
      timestamp: isoTime(),
      mixin: requestFields,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: '[secret]' },
    },
    stream,
  );
  return { logger, flush: () => flushOutput(output) };
}

/** When a line was written, in UTC, spelled out once for all lines of a millisecond. */
function isoTime(): () => string {
  let at = NaN;
  let field = '';
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      field = `,"time":"${new Date(now).toISOString()}"`;
    }
    return field;
  };
}

function flushOutput(output: ReturnType<typeof destination>): void {
  try {
    output.flushSync();
  } catch {
    // The stream was never opened or is closed: there is nothing left to write.
  }
}

/** Loaded only where people read: production has no need of it. */
async function prettyStream(service: string): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({
    sync: true,
    ignore: 'pid,hostname,service,context',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    messageFormat: `${service.padEnd(6)} {msg}`,
  });
}
