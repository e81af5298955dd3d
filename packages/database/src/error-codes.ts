/** The codes of an error of the driver, or of one that TypeORM has wrapped. */
export function errorCodes(error: unknown): readonly string[] {
  const { code, driverError } = error as { code?: unknown; driverError?: { code?: unknown } };
  return [code, driverError?.code].filter((known) => typeof known === 'string');
}
