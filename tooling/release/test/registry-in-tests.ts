import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from '@trading-platform/bootstrap/root-folder';

/** An empty registry, with one account. */
export interface TestRegistry {
  readonly url: string;
  /** What the account's npm is set up with. */
  readonly env: Readonly<Record<string, string>>;
  /** Holds the next upload of a package for ever; resolves when it has come. */
  hold(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function startRegistry(): Promise<TestRegistry> {
  const child = fork(inRoot('tooling/release/test/registry-process.mjs'));
  const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
  return {
    url,
    env: { [`npm_config_${url.replace('http:', '')}:_authToken`]: token },
    async hold(name) {
      const held = once(child, 'message');
      child.send(`/${name}`);
      await held;
    },
    async close() {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
