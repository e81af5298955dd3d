/** Prints where imports within a package or app run in a circle, between rooms or files; the exit code is 1 then. */
import { readdirSync } from 'node:fs';
import { roomCircles } from './room-circles.mjs';
import { inRoot } from './root-folder.mjs';

/** Their rooms do not stand in an order yet. A name that has become needless goes. */
const unordered = new Set(['packages/database']);

const folders = ['packages', 'apps']
  .flatMap((kind) => readdirSync(inRoot(kind)).map((name) => `${kind}/${name}`))
  .filter((folder) => !unordered.has(folder));
const problems = folders.flatMap((folder) =>
  roomCircles(inRoot(folder, 'src')).map((circle) => `${folder}/src: ${circle}\n`),
);
process.stdout.write(problems.join(''));
process.exitCode = problems.length === 0 ? 0 : 1;
