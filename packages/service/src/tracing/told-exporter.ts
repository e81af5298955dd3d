import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';

/**
 * Wraps an exporter. Spans that cannot be sent are lost; nothing else fails.
 *
 * @param onExport called once with the cause when spans cannot be sent, and once without a cause when they can be sent
 * again
 */
export function toldExporter(exporter: SpanExporter, onExport: (failure: unknown) => void): SpanExporter {
  let failing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const fails = result.code !== ExportResultCode.SUCCESS;
        if (fails !== failing) onExport(fails ? (result.error ?? new Error('The spans were refused')) : undefined);
        failing = fails;
        done({ code: ExportResultCode.SUCCESS });
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
