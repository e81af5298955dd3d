import { fileURLToPath } from 'node:url';

/** The programs of the repository that the flows run, as they are built. */
export const programs = {
  auth: program('apps/auth/dist/main.js'),
  api: program('apps/api/dist/main.js'),
  worker: program('apps/worker/dist/main.js'),
  tpctl: program('packages/cli/bin/tpctl.js'),
  tp: program('packages/tp/bin/tp.js'),
  demoData: program('tooling/demo-data/dist/main.js'),
  bootstrap: program('tooling/bootstrap/run.mjs'),
  exampleApp: program('examples/sign-in-app/src/main.js'),
} as const;

function program(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
