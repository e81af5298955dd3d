import { defineSetting } from './setting.js';
import { settingTypes } from './setting-types.js';

const OTEL_EXPORTER_OTLP_ENDPOINT = defineSetting<string | undefined>({
  name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  description: 'Where traces are sent by OTLP over HTTP, such as http://localhost:4318. Without it nothing is traced.',
  type: settingTypes.url,
  derive: () => undefined,
  derived: 'no traces',
});

/**
 * Standard variables of OpenTelemetry. Its exporter itself reads other variables, such as `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export const tracingSettings = {
  otlpEndpoint: OTEL_EXPORTER_OTLP_ENDPOINT,
  otlpTracesAddress: defineSetting<string | undefined>({
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    description: 'The whole address for traces, if it differs from the default.',
    type: settingTypes.url,
    derive: (read) => {
      const endpoint = read(OTEL_EXPORTER_OTLP_ENDPOINT);
      return endpoint === undefined ? undefined : `${endpoint}/v1/traces`;
    },
    derived: '<OTEL_EXPORTER_OTLP_ENDPOINT>/v1/traces',
  }),
  otlpProtocol: defineSetting({
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    description: 'How traces are sent: http/protobuf or http/json.',
    type: settingTypes.oneOf(['http/protobuf', 'http/json']),
    default: 'http/protobuf',
  }),
  tracesDisabled: defineSetting({
    name: 'OTEL_SDK_DISABLED',
    description: 'Whether tracing is switched off, even if there is an address for traces.',
    type: settingTypes.flag,
    default: 'false',
  }),
  tracesSampler: defineSetting({
    name: 'OTEL_TRACES_SAMPLER',
    description:
      'Which calls are traced: always_on, always_off or traceidratio. With parentbased_ before the name, a caller that sends a traceparent decides.',
    type: settingTypes.oneOf([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ]),
    default: 'parentbased_always_on',
  }),
  tracesSamplerArgument: defineSetting({
    name: 'OTEL_TRACES_SAMPLER_ARG',
    description: 'With traceidratio: the share of calls that are traced, from 0 to 1.',
    type: settingTypes.text
      .regex(/^(0(\.\d+)?|1(\.0+)?)$/, { error: 'must be a number from 0 to 1' })
      .transform(Number),
    default: '1',
  }),
  spanDelayMs: defineSetting({
    name: 'OTEL_BSP_SCHEDULE_DELAY',
    description: 'How often spans are sent, in milliseconds.',
    type: settingTypes.integer(1, 600_000),
    default: '5000',
  }),
} as const;
