import type { Platform } from './platform.js';

/** What the data API says of itself now. */
export async function apiGauges({ apiUrl }: Platform): Promise<{ residentBytes: number; sockets: number }> {
  const text = await (await fetch(`${apiUrl}/metrics`)).text();
  const valueOf = (name: RegExp) => {
    const value = new RegExp(`^${name.source} (\\S+)$`, 'm').exec(text)?.[1];
    if (value === undefined) throw new Error(`There is no metric ${name.source}`);
    return Number(value);
  };
  return {
    residentBytes: valueOf(/process_resident_memory_bytes(?:\{[^}]*\})?/),
    sockets: valueOf(/nodejs_active_resources\{[^}]*type="TCPSocketWrap"[^}]*\}/),
  };
}
