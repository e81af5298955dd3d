import { setImmediate as turn } from 'node:timers/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Redocly compares the examples with their schemas too, in a sixth of the time. */
const ofRedocly = /** @type {const} */ ({ 'oas3-valid-media-example': 'off' });

/**
 * Everything that the recommended rules of Redocly find in a document, errors and warnings alike.
 *
 * @param {object} document
 * @returns {Promise<readonly string[]>}
 */
export async function findingsOfRedocly(document) {
  const config = await createConfig({ extends: ['recommended'] });
  const findings = await lintFromString({ source: JSON.stringify(document), config });
  // The rules keep the process busy for seconds. In two turns of the event loop it notices the connections that servers closed meanwhile.
  await turn();
  await turn();
  return findings.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

/**
 * Everything that the recommended rules of Spectral find in a document, errors and warnings alike.
 *
 * @param {object} document
 * @returns {Promise<readonly string[]>}
 */
export async function findingsOfSpectral(document) {
  const { default: spectralCore } = await import('@stoplight/spectral-core');
  const { default: spectralRulesets } = await import('@stoplight/spectral-rulesets');
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset({ extends: [[spectralRulesets.oas, 'recommended']], rules: ofRedocly });
  const findings = await spectral.run(/** @type {any} */ (document));
  return findings.map(({ code, message, path }) => `${code}: ${message} #/${path.join('/')}`);
}

/**
 * The TypeScript types of a document, and the compiler's errors under its strictest options.
 *
 * @param {object} document
 * @returns {Promise<{ readonly types: string; readonly defects: readonly string[] }>}
 */
export async function typesOf(document) {
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const { default: ts } = await import('typescript');
  const types = astToString(await openapiTypescript(/** @type {any} */ (document)));
  const file = 'openapi.ts';
  const options = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    // The types of the language are not ours to check.
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (name, target) =>
    name === file ? ts.createSourceFile(name, types, target) : read(name, target);
  const program = ts.createProgram([file], options, host);
  const defects = ts.getPreEmitDiagnostics(program).map(({ messageText }) => JSON.stringify(messageText));
  return { types, defects };
}
