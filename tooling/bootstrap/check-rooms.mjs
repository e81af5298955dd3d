/** Prints the circular imports between rooms or files of a package or app. If there are any, the exit code is 1. */
import { globSync } from 'node:fs';
import { roomCircles } from './room-circles.mjs';
import { inRoot } from './root-folder.mjs';

const folders = ['{packages,programs,apps}/*/src', 'e2e/src'].flatMap((pattern) =>
  globSync(pattern, { cwd: inRoot() }),
);
const problems = folders.flatMap((folder) => roomCircles(inRoot(folder)).map((circle) => `${folder}: ${circle}\n`));
process.stdout.write(problems.join(''));
process.exitCode = problems.length === 0 ? 0 : 1;
