import { spawn } from 'node:child_process';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the user's browser (`BROWSER`, or the system's default). Failures are ignored. */
export function openBrowser(url: string): void {
  const [program, ...args] = process.env['BROWSER']
    ? [process.env['BROWSER']]
    : (openers[process.platform] ?? ['xdg-open']);
  const child = spawn(program, [...args, url], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}
