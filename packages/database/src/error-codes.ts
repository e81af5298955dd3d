/** Returns the error codes of a driver's error, or of a driver's error inside an error of TypeORM. */
export function errorCodes(error: unknown): readonly string[] {
  const { code, driverError } = error as { code?: unknown; driverError?: { code?: unknown } };
  return [code, driverError?.code].filter((known) => typeof known === 'string');
}
