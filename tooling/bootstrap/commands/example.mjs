import { existsSync, readdirSync } from 'node:fs';
import { Failure } from '../failure.mjs';
import { inRoot } from '../root-folder.mjs';
import { runAttached } from '../run-command.mjs';
import { prepare } from '../workspace.mjs';

const signInApp = 'sign-in-app';

/**
 * Runs an example: `NAME`, or `NAME/PROGRAM` if it has several programs. The default is the application that signs its
 * users in, with the demo account of `npm start`.
 *
 * @param {string[]} args
 */
export async function run([name = signInApp, ...args]) {
  const account = accountFor(name);
  const toolchain = await prepare();
  const script = programs().get(name);
  if (script === undefined)
    throw new Failure(`Usage: npm run example NAME, one of: ${[...programs().keys()].join(', ')}`);
  return runAttached(toolchain.node, [...account, script, ...args], { cwd: inRoot(), env: toolchain.env });
}

/** @param {string} name */
function accountFor(name) {
  if (name !== signInApp) return [];
  const account = inRoot('data', 'demo.env');
  if (!existsSync(account))
    throw new Failure('There is no demo account yet: run npm start first, and leave it running');
  return [`--env-file=${account}`];
}

/** The paths of the built programs of all examples. */
function programs() {
  const folders = readdirSync(inRoot('examples')).flatMap((example) => [`${example}/src`, `${example}/dist`]);
  const files = folders.filter((folder) => existsSync(inRoot('examples', folder))).flatMap(programsIn);
  return new Map(
    files.map((path) => [path.replace(/\/(src|dist)\//, '/').replace(/(\/main)?\.js$/, ''), inRoot('examples', path)]),
  );
}

/** @param {string} folder */
function programsIn(folder) {
  const names = readdirSync(inRoot('examples', folder)).filter((name) => /^(main|on-.+)\.js$/.test(name));
  return names.map((name) => `${folder}/${name}`);
}
