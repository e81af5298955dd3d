import type { BuildInfo } from '../build-info.js';
import type { Tracing } from './tracing.js';
import type { TracingEnv } from './tracing-options.js';

/**
 * Starts tracing if an address for traces is set. OpenTelemetry is loaded only then.
 *
 * @throws Error if the SDK cannot be loaded
 */
export async function openTracing(
  env: TracingEnv,
  build: BuildInfo,
  onExport: (failure: unknown) => void,
): Promise<Tracing | undefined> {
  const { otlpTracesAddress, tracesDisabled } = env;
  if (otlpTracesAddress === undefined || tracesDisabled) return undefined;
  const { OtelTracing } = await import('./otel-tracing.js');
  return OtelTracing.start({ ...env, otlpTracesAddress, build, onExport });
}
