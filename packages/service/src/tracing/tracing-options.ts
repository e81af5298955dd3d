import type { BuildInfo } from '../build-info.js';
import type { serviceSettings } from '../settings/platform-settings.js';
import type { Settings } from '../settings/read-settings.js';

/** The settings of tracing. */
export type TracingEnv = Pick<
  Settings<typeof serviceSettings>,
  'otlpTracesAddress' | 'otlpProtocol' | 'tracesDisabled' | 'tracesSampler' | 'tracesSamplerArgument' | 'spanDelayMs'
>;

/** The options of the SDK. */
export interface TracingOptions extends TracingEnv {
  readonly otlpTracesAddress: string;
  readonly build: BuildInfo;
  /** Called once with the cause when spans cannot be sent, and once when they can be sent again. */
  readonly onExport: (failure: unknown) => void;
}
