import { fileURLToPath } from 'node:url';

/** The built programs of the repository, which the flows use. */
export const programs = {
  auth: program('apps/auth/bundle/main.js'),
  api: program('apps/api/bundle/main.js'),
  worker: program('apps/worker/bundle/main.js'),
  console: program('apps/console/bundle/main.js'),
  tpctl: program('programs/cli/bin/tpctl.js'),
  /** `tpctl` as a single file, which starts twice as fast as the separate files. */
  tpctlBundle: program('programs/cli/bundle/tpctl.js'),
  /** The main module of `tpctl`, which the tests import. */
  tpctlMain: program('programs/cli/bundle/main.js'),
  conformance: program('programs/conformance/bin/conformance.js'),
  sandbox: program('programs/sandbox/bin/sandbox.js'),
  tp: program('programs/tp/bin/tp.js'),
  /** The main module of `tp`, which the tests call. */
  tpMain: program('programs/tp/dist/main.js'),
  demoData: program('tooling/demo-data/dist/main.js'),
  bootstrap: program('tooling/bootstrap/run.mjs'),
  exampleApp: program('examples/sign-in-app/src/main.js'),
  primesOnNodeHttp: program('examples/prime-downloads/dist/on-node-http.js'),
  primesOnExpress: program('examples/prime-downloads/dist/on-express.js'),
  postgresReadings: program('examples/postgres-readings/dist/main.js'),
  ownRequests: program('examples/own-requests/dist/main.js'),
  slipsAsCsv: program('examples/slips-as-csv/dist/main.js'),
  authServer: program('examples/auth-server/dist/main.js'),
} as const;

function program(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
