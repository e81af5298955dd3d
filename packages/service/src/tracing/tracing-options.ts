import type { BuildInfo } from '../build-info.js';
import type { serviceSettings } from '../settings/platform-settings.js';
import type { Settings } from '../settings/read-settings.js';

/** The settings that decide whether and how anything is traced. */
export type TracingEnv = Pick<
  Settings<typeof serviceSettings>,
  'otlpTracesAddress' | 'otlpProtocol' | 'tracesDisabled' | 'tracesSampler' | 'tracesSamplerArgument' | 'spanDelayMs'
>;

/** What the SDK is started with. */
export interface TracingOptions extends TracingEnv {
  readonly otlpTracesAddress: string;
  readonly build: BuildInfo;
  /** Told once that spans cannot be sent, with the cause, and once that they can be sent again. */
  readonly onExport: (failure: unknown) => void;
}
