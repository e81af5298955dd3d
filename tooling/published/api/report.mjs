import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { inRoot } from '@trading-platform/bootstrap/root-folder';
import { publicPackages } from '../public-packages.mjs';

const compilerOptions = {
  target: 'es2024',
  lib: ['es2024'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  experimentalDecorators: true,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [inRoot('node_modules', '@types')],
};
const quiet = { default: { logLevel: ExtractorLogLevel.None } };
const reportFileName = 'entry.api.md';

/**
 * Returns the public types of every published package of a workspace, from the current builds.
 *
 * @param {string} root
 * @param {readonly import('../public-packages.mjs').PublicPackage[]} [packages]
 * @returns {readonly import('./unannounced.mjs').PackageTypes[]}
 */
export function builtTypes(root, packages = publicPackages(root)) {
  const temporary = mkdtempSync(join(tmpdir(), 'trading-platform-api-'));
  try {
    const entries = packages.flatMap(({ name, folder, manifest }) =>
      typesOf(manifest).map(([entry, types]) => ({
        entry: entry.replace('.', name),
        name,
        config: configOf(join(root, folder), types, temporary),
      })),
    );
    const [first, ...others] = entries.map(({ config }) => config);
    if (first === undefined) return [];
    const additionalEntryPoints = others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath);
    const compilerState = CompilerState.create(first, { additionalEntryPoints });
    const reports = entries.map(({ entry, name, config }) => {
      Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
      return { name, entry, text: readFileSync(join(temporary, reportFileName), 'utf8') };
    });
    return packages.map(({ name, manifest: { version } }) => {
      const own = reports.filter((report) => report.name === name);
      return { name, version, entries: Object.fromEntries(own.map(({ entry, text }) => [entry, text])) };
    });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/**
 * Returns the entries of a package that have types, each with the path of its types.
 *
 * @param {Record<string, any>} manifest
 */
export const typesOf = ({ exports = {} }) =>
  Object.entries(/** @type {Record<string, { types?: string }>} */ (exports)).flatMap(([entry, { types }]) =>
    types === undefined ? [] : [/** @type {const} */ ([entry, types])],
  );

/**
 * @param {string} projectFolder
 * @param {string} types
 * @param {string} temporary
 */
function configOf(projectFolder, types, temporary) {
  const file = join(projectFolder, types);
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder,
      mainEntryPointFilePath: file,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions, files: [file] } },
      apiReport: {
        enabled: true,
        reportFileName,
        reportFolder: temporary,
        // If an exported type refers to another type, the other type is public as well.
        includeForgottenExports: true,
        reportTempFolder: join(temporary, 'temporary'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { compilerMessageReporting: quiet, extractorMessageReporting: quiet, tsdocMessageReporting: quiet },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(projectFolder, 'package.json'),
  });
}

/** @param {import('@microsoft/api-extractor').ExtractorMessage} message */
function messageCallback(message) {
  message.handled = true;
  if (message.logLevel === ExtractorLogLevel.Error) throw new Error(message.text);
}
