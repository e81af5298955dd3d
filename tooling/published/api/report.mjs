import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { inRoot, rootFolder } from '@trading-platform/bootstrap/root-folder';

/** @typedef {import('../public-packages.mjs').PublicPackage} PublicPackage */

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

/**
 * The public types of packages as they are built now, one report for each entry that has types.
 *
 * @param {readonly PublicPackage[]} packages
 * @param {string} [root]
 * @returns {Map<string, string>} texts by their paths: `packages/client/api/node.api.md`
 */
export function apiReports(packages, root = rootFolder) {
  const temporary = mkdtempSync(join(tmpdir(), 'trading-platform-api-'));
  try {
    const entries = packages
      .flatMap(entriesOf)
      .map((entry) => ({ ...entry, config: configOf(entry, root, temporary) }));
    const [first, ...others] = entries.map(({ config }) => config);
    if (first === undefined) return new Map();
    const additionalEntryPoints = others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath);
    const compilerState = CompilerState.create(first, { additionalEntryPoints });
    const reports = entries.map(({ report, config }) => {
      Extractor.invoke(config, { localBuild: true, compilerState, messageCallback });
      return /** @type {const} */ ([report, withoutRemarks(readFileSync(join(temporary, basename(report)), 'utf8'))]);
    });
    const exported = new Set(reports.flatMap(([, text]) => text.split('\n\n').filter(isExport).map(declarationOf)));
    return new Map(reports.map(([report, text]) => [report, withoutRepetitions(text, exported)]));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** @param {PublicPackage} of */
function entriesOf({ folder, manifest }) {
  return Object.entries(/** @type {Record<string, { types?: string }>} */ (manifest.exports ?? {})).flatMap(
    ([entry, { types }]) => {
      if (types === undefined) return [];
      const name = entry === '.' ? 'index' : entry.slice('./'.length).replaceAll('/', '-');
      return [{ folder, types, report: `${folder}/api/${name}.api.md` }];
    },
  );
}

/**
 * @param {{ folder: string, types: string, report: string }} entry
 * @param {string} root
 * @param {string} temporary
 */
function configOf({ folder, types, report }, root, temporary) {
  const file = join(root, folder, types);
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: join(root, folder),
      mainEntryPointFilePath: file,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions, files: [file] } },
      apiReport: {
        enabled: true,
        reportFileName: basename(report),
        reportFolder: temporary,
        includeForgottenExports: true,
        reportTempFolder: join(temporary, 'temporary'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { compilerMessageReporting: quiet, extractorMessageReporting: quiet, tsdocMessageReporting: quiet },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, folder, 'package.json'),
  });
}

/** @param {import('@microsoft/api-extractor').ExtractorMessage} message */
function messageCallback(message) {
  message.handled = true;
  if (message.logLevel === ExtractorLogLevel.Error) throw new Error(message.text);
}

/**
 * Whether a symbol has a docstring is not a question of its type.
 *
 * @param {string} report
 */
const withoutRemarks = (report) =>
  report.replaceAll(/^ *\/\/ \(undocumented\)\n/gm, '').replaceAll(/( \/\/)? \(undocumented\)$/gm, '');

const isExport = (/** @type {string} */ block) => /^export /m.test(block);
const declarationOf = (/** @type {string} */ block) => block.replace(/^\/\/.*\n/gm, '').replace(/^export /, '');

/**
 * What an entry rests on without exporting it is told once: in its report, unless another entry exports it.
 *
 * @param {string} report
 * @param {ReadonlySet<string>} exported declarations
 */
const withoutRepetitions = (report, exported) =>
  report
    .split('\n\n')
    .filter((block) => isExport(block) || !exported.has(declarationOf(block)))
    .join('\n\n');
