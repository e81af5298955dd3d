import { type DestinationStream, type Logger, pino } from 'pino';
import { requestFields } from '../request-context.js';
import { LogOutput } from './log-output.js';

export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
export type LogFormat = 'json' | 'pretty';

export interface LogOptions {
  /** Stands in every line as `service`. */
  readonly service: string;
  readonly level: LogLevel;
  readonly format: LogFormat;
}

/** The log of a process. */
export interface Log {
  readonly logger: Logger;
  /** Lines that could not be written, since the start. */
  readonly lostLines: () => number;
  /** Resolves when all lines are out, or soon after where they cannot be written. */
  readonly end: () => Promise<void>;
}

/** Where secrets could stand in a logged object. Bodies are never logged. */
const secretPaths = ['authorization', 'cookie', 'set-cookie'].flatMap((header) => [
  `headers["${header}"]`,
  `req.headers["${header}"]`,
  `request.headers["${header}"]`,
]);

/** One JSON object per line on standard output, or one readable line. */
export async function createLog({ service, level, format }: LogOptions): Promise<Log> {
  const output = new LogOutput((lines) => logger.error({ lost_lines: lines }, 'log lines were lost'));
  const stream = format === 'pretty' ? await prettyStream(service, output) : output;
  const logger: Logger = pino(
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
  return { logger, lostLines: () => output.lostLines, end: () => output.end() };
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

/** Loaded only where people read: production has no need of it. */
async function prettyStream(service: string, output: DestinationStream): Promise<DestinationStream> {
  const { prettyFactory } = await import('pino-pretty');
  const toText = prettyFactory({
    ignore: 'pid,hostname,service,context',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    messageFormat: `${service.padEnd(6)} {msg}`,
  });
  return { write: (line) => output.write(toText(line)) };
}
