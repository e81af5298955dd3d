import { spawn } from 'node:child_process';

export interface ProgramRun {
  readonly command: readonly [program: string, ...args: string[]];
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The end of a program, and its output. */
export interface ProgramEnd {
  /** Null if it was ended by a signal. */
  readonly code: number | null;
  readonly isTooLate: boolean;
  readonly output: string;
  /** The most useful line of standard error. */
  readonly lastError: string;
}

const mostOutputBytes = 500_000_000;
const keptErrorBytes = 4_000;
const cannotStart = 127;

/** Runs a program to its end. After its time limit, it is ended together with the processes that it started. */
export async function runProgram({ command, folder, environment, timeoutMs, signal }: ProgramRun): Promise<ProgramEnd> {
  const [program, ...args] = command;
  const isGroup = process.platform !== 'win32';
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: isGroup,
  });
  const end = () => {
    if (child.pid === undefined) return;
    try {
      if (isGroup) process.kill(-child.pid, 'SIGKILL');
      else child.kill('SIGKILL');
    } catch {
      // The process has already ended.
    }
  };
  let isTooLate = false;
  const timer = setTimeout(() => {
    isTooLate = true;
    end();
  }, timeoutMs);
  signal?.addEventListener('abort', end, { once: true });
  const pieces: Buffer[] = [];
  let length = 0;
  let errors = '';
  child.stdout.on('data', (piece: Buffer) => {
    length += piece.length;
    if (length > mostOutputBytes) end();
    else pieces.push(piece);
  });
  child.stderr.on('data', (piece: Buffer) => {
    errors = (errors + piece.toString('utf8')).slice(-keptErrorBytes);
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      errors = error.message;
      resolve(cannotStart);
    });
    child.once('close', resolve);
  });
  clearTimeout(timer);
  signal?.removeEventListener('abort', end);
  // Ends the processes that it left behind.
  end();
  signal?.throwIfAborted();
  return { code, isTooLate, output: Buffer.concat(pieces).toString('utf8'), lastError: tellingLine(errors) };
}

/**
 * Returns the last line that names an error, because runtimes print other lines after it. Without such a line, returns
 * the last line.
 */
function tellingLine(errors: string): string {
  const lines = errors.trim().split('\n');
  return (lines.findLast((line) => /(?:Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? '').trim();
}
