import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inRoot } from '@trading-platform/bootstrap/root-folder';

/** An empty registry, with one account. */
export interface TestRegistry {
  readonly url: string;
  /** The environment variables with which npm uses the account. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the published versions of each package. */
  versionsOf(names: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>>;
  /** Makes the registry never answer the next upload of this package. Resolves when the upload has arrived. */
  hold(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function startRegistry(): Promise<TestRegistry> {
  const child = fork(inRoot('tooling/release/test/registry-process.mjs'));
  const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];
  return {
    url,
    env: { [`npm_config_${url.replace('http:', '')}:_authToken`]: token },
    async versionsOf(names) {
      const headers = { authorization: `Bearer ${token}` };
      const found = names.map(async (name) => {
        const answer = await fetch(`${url}${name.replace('/', '%2f')}`, { headers });
        const { versions = {} } = (await answer.json()) as { versions?: object };
        return [name, Object.keys(versions)] as const;
      });
      return Object.fromEntries(await Promise.all(found));
    },
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
