import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** The folder of the program `ip` is added to the path, because on some machines it is not in the path of users. */
const environment = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin:/sbin` };
const device = `far${process.pid}`;
const farDevice = 'near';
/**
 * A network range that is reserved for tests (RFC 2544). Each process has two addresses of its own in the test network, so that
 * simultaneous runs do not conflict.
 */
const subnet = `198.18.${(process.pid >> 6) & 255}`;
const nearAddress = `${subnet}.${(process.pid & 63) * 4 + 1}`;
const farAddress = `${subnet}.${(process.pid & 63) * 4 + 2}`;

/**
 * A separate network on this machine, with a connection that a test can cut. The network exists as long as the process that
 * created it, which always ends together with the test. The tests need Linux, the root user and the package iproute2.
 */
export class FarNetwork {
  /** The address of this machine in the separate network. */
  readonly address = nearAddress;
  readonly #holder: ChildProcess;
  readonly #clients: FarClient[] = [];

  private constructor(holder: ChildProcess) {
    this.#holder = holder;
  }

  /** @throws if the machine does not allow it */
  static async make(): Promise<FarNetwork> {
    const holder = spawn('unshare', ['--net', 'sh', '-c', 'echo made; exec cat'], {
      env: environment,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const network = new FarNetwork(holder);
    try {
      const ended = Promise.race([once(holder, 'error'), once(holder, 'exit')]);
      const isMade = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)]);
      if (!isMade) throw new Error('unshare failed');
      await network.#join();
      return network;
    } catch (error) {
      network.remove();
      throw new Error('This test makes a network: it needs Linux, root, and the commands ip, unshare and nsenter', {
        cause: error,
      });
    }
  }

  /** Stops all packets, in both directions. */
  async cut(): Promise<void> {
    await this.#farIp('link', 'set', farDevice, 'down');
  }

  /** Drops the packets that the separate network sends. Packets to the separate network still arrive. */
  async loseWhatComesBack(): Promise<void> {
    const nobody = '02:00:00:00:00:01';
    await this.#farIp('neigh', 'replace', nearAddress, 'lladdr', nobody, 'dev', farDevice, 'nud', 'permanent');
  }

  /** Lets all packets pass again. */
  async mend(): Promise<void> {
    await this.#farIp('link', 'set', farDevice, 'up');
    await this.#farIp('neigh', 'flush', 'dev', farDevice, 'nud', 'all');
  }

  /** Starts a program in the separate network that connects to a port of this machine and sends a text. */
  async client(port: number, text: string): Promise<FarClient> {
    const client = new FarClient(this.#inside(), nearAddress, port, text);
    this.#clients.push(client);
    await client.sent;
    return client;
  }

  remove(): void {
    for (const client of this.#clients) client.end();
    this.#holder.kill('SIGKILL');
  }

  async #join(): Promise<void> {
    const peer = ['peer', 'name', farDevice, 'netns', String(this.#holder.pid)];
    await ip('link', 'add', device, 'type', 'veth', ...peer);
    await ip('address', 'add', `${nearAddress}/30`, 'dev', device);
    await ip('link', 'set', device, 'up');
    await this.#farIp('address', 'add', `${farAddress}/30`, 'dev', farDevice);
    await this.#farIp('link', 'set', farDevice, 'up');
  }

  async #farIp(...words: readonly string[]): Promise<void> {
    const [command = '', ...before] = this.#inside();
    await run(command, [...before, 'ip', ...words], { env: environment });
  }

  /** Returns the command that runs another command in the separate network. */
  #inside(): readonly string[] {
    return ['nsenter', `--net=/proc/${this.#holder.pid}/ns/net`, '--'];
  }
}

async function ip(...words: readonly string[]): Promise<void> {
  await run('ip', words, { env: environment });
}

const program = `
const [host, port, text] = process.argv.slice(1);
let bytes = 0;
const socket = require('node:net').connect(Number(port), host, () => socket.pause().write(text, () => console.log(bytes)));
process.stdin.once('data', () => socket.on('data', ({ length }) => console.log((bytes += length))).resume());
process.stdin.once('end', () => process.exit());
`;

/** A program that runs in the separate network. The program reads nothing before `read` is called. */
export class FarClient {
  /** The number of bytes that the program has read, including HTTP headers. */
  bytes = 0;
  /** Resolves when the program's operating system has accepted the request. */
  readonly sent: Promise<unknown>;
  readonly #child;

  constructor([command = '', ...before]: readonly string[], host: string, port: number, text: string) {
    this.#child = spawn(command, [...before, process.execPath, '-e', program, host, String(port), text], {
      env: environment,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: this.#child.stdout });
    lines.on('line', (line) => (this.bytes = Number(line)));
    this.sent = once(lines, 'line');
  }

  /** Makes the program read everything from now on. */
  read(): void {
    this.#child.stdin.write('read');
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}
