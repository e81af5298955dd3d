/** @typedef {import('./posted-load.mjs').Load & { cpuMs: number }} MeteredLoad */

/**
 * Sends a load to a process, and measures the CPU that each answer takes there.
 *
 * @param {import('./platform.mjs').Platform} platform
 * @param {string} process its name
 * @param {() => Promise<import('./posted-load.mjs').Load>} send
 * @returns {Promise<MeteredLoad>}
 */
export async function withCpu(platform, process, send) {
  const before = platform.cpuSeconds(process);
  const load = await send();
  return { ...load, cpuMs: ((platform.cpuSeconds(process) - before) * 1_000) / load.answers };
}
