import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';

const required = createRequire(inRoot('package.json'));
const changesets = dirname(required.resolve('@changesets/cli/package.json'));

const sizeLine = 'Size: less than 3 kB packed, 0.1 MB installed with all it needs.';

const exampleOf = (name: string) =>
  `\`\`\`ts\nimport { value } from '@trading-platform/${name}';\n\nconsole.log(value);\n\`\`\`\n\n\`\`\`text\n1\n\`\`\`\n`;

function packageFiles(name: string, dependencies: Record<string, string>): Record<string, string> {
  const manifest = {
    name: `@trading-platform/${name}`,
    version: '0.1.0',
    description: 'A package.',
    keywords: ['tiny'],
    license: 'MIT',
    author: 'Tester',
    repository: { type: 'git', url: 'git+https://example.com/tiny.git', directory: `packages/${name}` },
    engines: { node: '>=20' },
    type: 'module',
    sideEffects: false,
    exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
    files: ['CHANGELOG.md', 'dist', 'src'],
    publishConfig: { access: 'restricted' },
    dependencies,
  };
  return {
    [`packages/${name}/package.json`]: JSON.stringify(manifest, undefined, 2),
    [`packages/${name}/README.md`]: `# ${name}\n\nFor tests, not for use.\n\n${sizeLine}\n\n${exampleOf(name)}`,
    [`packages/${name}/LICENSE`]: 'MIT\n',
    [`packages/${name}/src/index.ts`]: 'export const value = 1;\n',
  };
}

/**
 * The package `one` depends on `two`, and `two` depends on a package of other authors. `server` is an app, and `tool`
 * is not published. A changeset for `one`, `two` and `server` waits. The first changelog section of `one` is written by
 * hand.
 */
const files = {
  'package.json': JSON.stringify({
    name: 'tiny',
    private: true,
    type: 'module',
    scripts: {
      build: 'node build.mjs',
      test: 'node --eval "process.stdout.write(\'1 passed, 0 failed\\n\')"',
      'version-packages': `node ${join(changesets, 'bin.js')} version`,
    },
  }),
  'build.mjs': `import { mkdirSync, writeFileSync } from 'node:fs';
for (const name of ['one', 'two']) {
  mkdirSync(\`packages/\${name}/dist\`, { recursive: true });
  writeFileSync(\`packages/\${name}/dist/index.js\`, 'export const value = 1;\\n');
  writeFileSync(\`packages/\${name}/dist/index.d.ts\`, 'export declare const value: number;\\n');
}
`,
  'pnpm-workspace.yaml': 'packages:\n  - apps/*\n  - packages/*\n  - programs/*\n',
  '.gitignore': 'node_modules/\ndist/\n/release/\n',
  '.changeset/config.json': JSON.stringify({
    changelog: false,
    access: 'restricted',
    baseBranch: 'main',
    privatePackages: { version: true, tag: true },
  }),
  '.changeset/first.md':
    "---\n'@trading-platform/one': minor\n'@trading-platform/two': minor\n'@trading-platform/server': minor\n---\n\nAdded: The first.\n",
  'docs/upgrade-notes.md': '# Upgrade notes\n\n## Next release\n\nStop one first.\n',
  'tooling/release/policy.json': JSON.stringify({ allowed: ['MIT'], known: {}, bundled: {}, buildTools: [] }),
  ...packageFiles('one', { '@trading-platform/two': 'workspace:^' }),
  'packages/one/CHANGELOG.md': '# @trading-platform/one\n\n## 0.2.0\n\nNot released yet.\n\nIt needs two.\n',
  ...packageFiles('two', { fresh: '2.0.0' }),
  'programs/tool/package.json': '{ "name": "@trading-platform/tool", "private": true }',
  'apps/server/package.json': JSON.stringify({
    name: '@trading-platform/server',
    version: '0.1.0',
    private: true,
    dependencies: { '@trading-platform/one': 'workspace:*' },
  }),
};

export interface RunOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

/** A workspace of two packages and an app, in a repository with an origin. */
export class TinyWorkspace {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tiny-workspace-'));
  readonly root = join(this.#folder, 'clone');
  readonly origin = join(this.#folder, 'origin.git');
  /** The folder in which its programs keep temporary files. */
  readonly temporary = join(this.#folder, 'tmp');
  /** The environment of this machine, except the settings that say where npm publishes and who commits. */
  readonly env: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_(@.*:)?registry$/i.test(name))),
    GIT_AUTHOR_NAME: 'Tester',
    GIT_AUTHOR_EMAIL: 'tester@example.com',
    GIT_COMMITTER_NAME: 'Tester',
    GIT_COMMITTER_EMAIL: 'tester@example.com',
    NPM_CONFIG_FETCH_RETRIES: '0',
    TMPDIR: this.temporary,
  };

  static async make(): Promise<TinyWorkspace> {
    const made = new TinyWorkspace();
    mkdirSync(made.root);
    mkdirSync(made.temporary);
    for (const [path, text] of Object.entries(files)) made.write(path, text);
    await made.run('git', 'init', '--quiet', '--initial-branch=main');
    await made.run('git', 'init', '--quiet', '--bare', '--initial-branch=main', made.origin);
    await made.run('git', 'remote', 'add', 'origin', made.origin);
    await made.run('pnpm', 'install', '--lockfile-only', '--prefer-offline');
    await made.commit('Begin');
    return made;
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  /** Commits everything, and pushes it. */
  async commit(title: string): Promise<void> {
    await this.run('git', 'add', '--all');
    await this.run('git', 'commit', '--quiet', '--message', title);
    await this.run('git', 'push', '--quiet', 'origin', 'main');
  }

  /** @throws Error with the output of the command that failed */
  async run(command: string, ...args: readonly string[]): Promise<string> {
    const { code, output, stdout } = await runCommand(command, args, { cwd: this.root, env: this.env });
    if (code !== 0) throw new Error(`${command} ${args.join(' ')}\n${output}`);
    return stdout.trimEnd();
  }

  /** Runs the same program as `npm run release`. */
  release({ args = [], env = {} }: RunOptions = {}): ReturnType<typeof runCommand> {
    return runCommand(process.execPath, [inRoot('tooling/release/main.mjs'), ...args], {
      cwd: this.root,
      env: { ...this.env, ...env },
    });
  }

  /** Starts the same program in a process group of its own, which can be killed. */
  startRelease({ args = [], env = {} }: RunOptions = {}): ChildProcessWithoutNullStreams {
    return spawn(process.execPath, [inRoot('tooling/release/main.mjs'), ...args], {
      cwd: this.root,
      env: { ...this.env, ...env },
      detached: true,
      stdio: 'pipe',
    });
  }

  /** Returns the checkouts that releases have left in the folder for temporary files. */
  checkouts(): readonly string[] {
    return readdirSync(this.temporary).filter((name) => name.startsWith('trading-platform-release-'));
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
