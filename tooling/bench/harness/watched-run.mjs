import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

const sampleEveryMs = 20;

/**
 * @typedef {object} Run
 * @property {number} seconds from its start to its end
 * @property {number} megabytes the maximum resident memory (Linux)
 * @property {string} output
 */

/**
 * Runs a program until it ends.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Record<string, string>} [environment]
 * @returns {Promise<Run>}
 * @throws {Error} if the program fails
 */
export async function runWatched(program, args, environment = {}) {
  const start = performance.now();
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let kilobytes = 0;
  const sampler = setInterval(() => {
    kilobytes = highestKilobytes(child.pid) ?? kilobytes;
  }, sampleEveryMs);
  const ended = new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  try {
    const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    if (code !== 0) throw new Error(`${program} ${args[0]} ended with ${code}: ${errors}`);
    return { seconds: (performance.now() - start) / 1_000, megabytes: kilobytes / 1_024, output };
  } finally {
    clearInterval(sampler);
  }
}

/** @param {number | undefined} pid */
function highestKilobytes(pid) {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes);
  } catch {
    return undefined;
  }
}
