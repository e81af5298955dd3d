import { PlatformClient, type PlatformClientOptions } from '../src/index.js';

/** A client of the fake platform at `url`. It repeats failed calls almost without a pause. */
export function clientOf(url: string, options: Partial<PlatformClientOptions> = {}): PlatformClient {
  return new PlatformClient({
    authUrl: url,
    apiUrl: `${url}/`,
    clientId: 'erp',
    clientSecret: 'secret',
    userId: 'tanaka',
    password: 'correct horse',
    retry: { firstWaitMs: 1, longestWaitMs: 4 },
    ...options,
  });
}

export async function collect<T>(records: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const record of records) all.push(record);
  return all;
}
