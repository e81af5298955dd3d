import { CliError } from './cli-error.js';

/** Errors that speak for themselves, by name, so that their packages need not be loaded to recognise them. */
const ownNames = new Set(['AuthError', 'OrderingError', 'PlatformError', 'DatabaseAddressError']);

/** One line about any error that ended a command: what is wrong and, where it is known, what to do. */
export async function describeFailure(error: unknown): Promise<string> {
  if (error instanceof CliError) return error.message;
  if (!(error instanceof Error)) return oneLine(String(error));
  if (ownNames.has(error.name)) return oneLine(error.message);
  if (error.name === 'SettingsError') return `wrong settings: ${oneLine(error.message)}`;
  if (error.name === 'AbortError') return 'interrupted';
  const { describeStartFailure } = await import('@trading-platform/service');
  return describeStartFailure(error);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
