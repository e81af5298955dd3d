import { type DestinationStream, type Logger, pino } from 'pino';
import { requestFields } from '../request-context.js';
import { LogOutput } from './log-output.js';

type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
type LogFormat = 'json' | 'pretty';

export interface LogOptions {
  /** The field `service` of every line. */
  readonly service: string;
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Further fields of every line. */
  readonly fields?: (() => object) | undefined;
}

/** The log of a process. */
export interface Log {
  readonly logger: Logger;
  /** Number of lines lost since the start. */
  readonly lostLines: () => number;
  /** Resolves when all lines are written. Gives up soon if they cannot be written. */
  readonly end: () => Promise<void>;
}

/** Fields of a logged object that can hold secrets. Bodies are never logged. */
const secretPaths = ['authorization', 'cookie', 'set-cookie'].flatMap((header) => [
  `headers["${header}"]`,
  `req.headers["${header}"]`,
  `request.headers["${header}"]`,
]);

/** Writes each line to standard output, as a JSON object or as text for people. */
export async function createLog({ service, level, format, fields }: LogOptions): Promise<Log> {
  const output = new LogOutput((lines) => logger.error({ lost_lines: lines }, 'log lines were lost'));
  const stream = format === 'pretty' ? await prettyStream(service, output) : output;
  const logger: Logger = pino(
    {
      level,
      base: { service },
      timestamp: isoTime(),
      mixin: fields === undefined ? requestFields : () => ({ ...requestFields(), ...fields() }),
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, censor: '[secret]' },
    },
    stream,
  );
  return { logger, lostLines: () => output.lostLines, end: () => output.end() };
}

/** The time of a line in UTC. Its text is made once for all lines of the same millisecond. */
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

/** `pino-pretty` is loaded only here, because production does not need it. */
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
