/** Prints where imports within a package or app run in a circle, between rooms or files; the exit code is 1 then. */
import { readdirSync } from 'node:fs';
import { roomCircles } from './room-circles.mjs';
import { inRoot } from './root-folder.mjs';

const folders = ['packages', 'programs', 'apps'].flatMap((kind) =>
  readdirSync(inRoot(kind)).map((name) => `${kind}/${name}`),
);
const problems = folders.flatMap((folder) =>
  roomCircles(inRoot(folder, 'src')).map((circle) => `${folder}/src: ${circle}\n`),
);
process.stdout.write(problems.join(''));
process.exitCode = problems.length === 0 ? 0 : 1;
