import type { RunFacts } from '../calls/run.js';
import { scenarios as known } from '../scenarios/scenarios.js';

/** Thrown if an address does not answer like a sandbox. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** The facts of a running sandbox. */
export interface SandboxFacts {
  readonly url: string;
  readonly tlsUrl: string;
  /** PEM. */
  readonly certificate: string;
  /** Names of its scenarios of downloads, the calm one first. */
  readonly scenarios: readonly string[];
}

const timeoutMs = 10_000;

/**
 * Asks a running sandbox for its facts.
 *
 * @param address such as `http://localhost:4010`
 * @throws SandboxError with a sentence that contains the remedy
 */
export async function askSandbox(address: string): Promise<SandboxFacts> {
  const url = address.replace(/(?<!\/)\/+$/, '');
  const { scenarios, ...facts } = await call<{
    tlsUrl: string;
    certificate: string;
    scenarios: readonly { readonly name: string }[];
  }>(`${url}/control/facts`, 'GET');
  if (!Array.isArray(scenarios) || typeof facts.certificate !== 'string')
    throw noSandbox(url, 'answers something else');
  // Another version of the sandbox may have scenarios that this package does not know. Some are not about downloads.
  const names = scenarios.map(({ name }) => name).filter((name) => known.some((scenario) => scenario.name === name));
  return { url, tlsUrl: facts.tlsUrl, certificate: facts.certificate, scenarios: names };
}

/** The facts of a run; undefined if it has no calls. */
export async function runFacts(url: string, choice: string): Promise<RunFacts | undefined> {
  const { run } = await call<{ run: RunFacts | null }>(`${url}/control/runs/${encodeURIComponent(choice)}`, 'GET');
  return run ?? undefined;
}

async function call<Answer>(url: string, method: string): Promise<Answer> {
  const answer = await fetch(url, { method, signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    throw noSandbox(url, `does not answer (${cause?.code ?? message})`);
  });
  const body: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok || typeof body !== 'object' || body === null) throw noSandbox(url, `answers ${answer.status}`);
  return body as Answer;
}

function noSandbox(url: string, what: string): SandboxError {
  return new SandboxError(
    `No sandbox: ${new URL(url).origin} ${what}. Start one with npm run sandbox, or name its address`,
  );
}
