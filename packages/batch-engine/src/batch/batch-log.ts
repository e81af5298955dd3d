/** Port: the log of the engine. A pino logger fits. */
export interface BatchLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export const silentLog: BatchLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
