import { Global, Inject, Module } from '@nestjs/common';
import { Readiness } from '@trading-platform/service';
import { ENV, type Env } from '../env.js';
import { BatchLists } from './batch-lists.js';
import { PlatformCalls } from './platform-calls.js';

/** The connection to the platform, which all features use. Without the data API, the pages still say what is wrong. */
@Global()
@Module({ providers: [PlatformCalls, BatchLists], exports: [PlatformCalls, BatchLists] })
export class PlatformModule {
  constructor(@Inject(ENV) { apiUrl }: Env, readiness: Readiness) {
    readiness.add('data API', () => askWhetherItRuns(apiUrl), { impairs: true });
  }
}

/**
 * A proxy in front of the data API may hide how healthy the data API is. But if the data API does not run, the proxy
 * answers with an error.
 */
async function askWhetherItRuns(apiUrl: string): Promise<void> {
  const { status } = await fetch(`${apiUrl}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(2_000) });
  if (status >= 500) throw new Error(`The data API answered ${status}`);
}
