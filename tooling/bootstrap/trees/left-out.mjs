import { isMusl } from '../node-version.mjs';

const thisSystem = `${process.platform}${isMusl() ? 'musl' : ''}-${process.arch}`;
const otherSystems = ['linux', 'linuxmusl', 'darwin', 'win32']
  .flatMap((platform) => [`${platform}-x64`, `${platform}-arm64`])
  .filter((system) => system !== thisSystem);

/**
 * What no program reads while it runs, in any package: types, sources and maps; what C is compiled from; papers; tests. Licences stay.
 */
export const endingsLeftOut = [
  '.ts',
  '.mts',
  '.cts',
  '.map',
  '.tsbuildinfo',
  '.flow',
  '.c',
  '.cc',
  '.cpp',
  '.h',
  '.hpp',
  '.gyp',
  '.gypi',
  '.md',
  '.markdown',
  '.test.js',
  '.test.cjs',
  '.test.mjs',
];

/** At the top of any package: what its authors need. */
export const namesLeftOut = [
  '.github',
  '.turbo',
  '__tests__',
  'bench',
  'benchmark',
  'benchmarks',
  'coverage',
  'doc',
  'docs',
  'eslint.config.js',
  'eslint.config.mjs',
  'example',
  'examples',
  'jest.config.mjs',
  'test',
  'tests',
  'tsconfig.json',
  'tsconfig.test.json',
  'turbo.json',
];

/** Of single packages, by their names: mostly the same code again, for browsers, bundlers and old systems. */
export const pathsLeftOut = {
  '@fastify/ajv-compiler': ['benchmark'],
  '@opentelemetry/api': ['build/esm', 'build/esnext'],
  '@opentelemetry/semantic-conventions': ['attributes', 'events', 'metrics']
    .map((kind) => `experimental_${kind}`)
    .concat('index-incubating')
    .flatMap((name) => [`dist/${name}.cjs`, `dist/${name}.mjs`]),
  'better-sqlite3': [
    'deps',
    'src',
    ...otherSystems.flatMap((system) => [`lib/${system}.js`, `prebuilds/${system}.node`]),
  ],
  bintrees: ['dist'],
  'class-transformer': ['bundles', 'esm5', 'esm2015'],
  'class-validator': ['bundles', 'esm5', 'esm2015'],
  // class-validator needs "max/index.cjs".
  'libphonenumber-js': [
    'bundle',
    'core/es6',
    'core/index.js',
    'custom.js',
    'es6',
    'es6-modern',
    'examples.mobile.json',
    'examples.mobile.json.js',
    'index.cjs',
    'index.cjs.js',
    'index.es6.exports',
    'index.es6.js',
    'index.js',
    'max/es6',
    'max/exports',
    'max/index.js',
    'max/metadata',
    'metadata.full.json',
    'metadata.full.json.js',
    'metadata.mobile.json',
    'metadata.mobile.json.js',
    'min',
    'mobile',
    'source',
  ],
  luxon: ['build/amd', 'build/cjs-browser', 'build/global', 'src'],
  rxjs: ['dist/bundles', 'dist/esm', 'dist/esm5', 'src'],
  typeorm: ['browser'],
  validator: ['es', 'validator.js', 'validator.min.js'],
  zod: ['src'],
};

/** Packages that hold only types, or what a compiler reads. */
export const packagesLeftOut = ['@types/', 'node-addon-api', 'type-fest', 'undici-types'];

/** What pnpm leaves for itself. */
export const filesOfPnpm = [
  'node_modules/.bin',
  'node_modules/.modules.yaml',
  'node_modules/.pnpm-workspace-state-v1.json',
  'node_modules/.pnpm/lock.yaml',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
];

/** What stays of a package whose code is in a bundle. */
export const papers = /^(?:package\.json|(?:.*\/)?(?:licen[cs]e|copying|notice)[^/]*)$/i;
