import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracingOptions } from './tracing-options.js';

const parentBased = 'parentbased_';

/** The sampler named by `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` (OpenTelemetry, SDK configuration). */
export function samplerOf({
  tracesSampler,
  tracesSamplerArgument,
}: Pick<TracingOptions, 'tracesSampler' | 'tracesSamplerArgument'>): Sampler {
  const root = rootSampler(tracesSampler.replace(parentBased, ''), tracesSamplerArgument);
  return tracesSampler.startsWith(parentBased) ? new ParentBasedSampler({ root }) : root;
}

function rootSampler(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
