/** Reads the current metrics of a service. */
export interface ServiceGauges {
  readonly residentBytes: number;
  readonly sockets: number;
  /** The longest delay of the service's event loop since the metrics were last read, in milliseconds. */
  readonly loopDelayMs: number;
}

/** The delay is measured at this interval, and the interval itself is part of the reported delay. */
const loopLookMs = 10;

/** @param url of the service */
export async function serviceGauges(url: string): Promise<ServiceGauges> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const valueOf = (name: RegExp) => {
    const value = new RegExp(`^${name.source} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`There is no metric ${name.source}`);
    return Number(value);
  };
  return {
    residentBytes: valueOf(/process_resident_memory_bytes(?:\{[^}]*\})?/),
    sockets: valueOf(/nodejs_active_resources\{[^}]*type="TCPSocketWrap"[^}]*\}/),
    loopDelayMs: Math.max(0, valueOf(/nodejs_eventloop_lag_max_seconds/) * 1_000 - loopLookMs),
  };
}
