import type { AttemptPart, AttemptTracing, Batch, EndedAttempt } from '@trading-platform/batch-engine';
import { errorKind, type OpenSpan, type SpanAttributes, type Tracing } from '@trading-platform/service';

/** Records each attempt as a span in the trace of the call that requested the batch. */
export class AttemptSpans implements AttemptTracing {
  readonly #tracing: Tracing;

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  async attempt(batch: Batch, work: () => Promise<EndedAttempt | undefined>): Promise<EndedAttempt | undefined> {
    const attributes = attributesOf(batch);
    const parent = { traceparent: batch.trace };
    if (batch.trace !== undefined) this.#noteWait(batch, attributes);
    const name = `produce ${batch.functionName}`;
    const span = this.#tracing.open({ name, kind: 'consumer', parent, attributes });
    const ended = await span.run(work);
    endAttempt(span, ended);
    return ended;
  }

  readonly part = async <Result>({ name, number }: AttemptPart, work: () => Promise<Result>): Promise<Result> => {
    const span = this.#tracing.open({ name, attributes: { 'trading_platform.part.number': number } });
    try {
      const answer = await span.run(work);
      span.end();
      return answer;
    } catch (error) {
      span.end({ error: errorKind(error) });
      throw error;
    }
  };

  /**
   * The duration is never negative, even if the machine of the request and the machine of the attempt have different
   * clocks.
   */
  #noteWait({ trace, requestedAt, notBefore, startedAt = requestedAt }: Batch, attributes: SpanAttributes): void {
    const beganAt = Math.min(Math.max(requestedAt, notBefore), startedAt);
    this.#tracing.open({ name: 'wait', parent: { traceparent: trace }, attributes, beganAt }).end({ at: startedAt });
  }
}

function attributesOf({ id, functionName, attempt }: Batch): SpanAttributes {
  return {
    'trading_platform.batch.id': String(id),
    'trading_platform.batch.function': functionName,
    'trading_platform.batch.attempt': attempt,
  };
}

function endAttempt(span: OpenSpan, ended: EndedAttempt | undefined): void {
  if (ended === undefined) {
    span.end({ error: 'end not noted' });
    return;
  }
  const { result, totals, times } = ended;
  span.set({
    'trading_platform.batch.result': result,
    ...(totals && {
      'trading_platform.batch.records': totals.recordCount,
      'trading_platform.batch.stored_bytes': totals.storedBytes,
    }),
    ...(times && {
      'trading_platform.batch.read_ms': times.readMs,
      'trading_platform.batch.compress_ms': times.compressMs,
      'trading_platform.batch.write_ms': times.writeMs,
    }),
  });
  span.end(result === 'failed' || result === 'retried' ? { error: result } : {});
}
