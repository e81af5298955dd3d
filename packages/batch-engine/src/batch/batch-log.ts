/** Port: the log to which the engine writes. A pino logger can be used as this log. */
export interface BatchLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const silentLog: BatchLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
