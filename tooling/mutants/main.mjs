import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accepted } from './accepted.mjs';
import { acceptance, generatedMutants, keptMutants } from './collect.mjs';
import { ImportGraph } from './import-graph.mjs';
import { judge } from './judge.mjs';
import { kept } from './kept.mjs';
import { shuffled } from './mutant.mjs';
import { help, parseOptions } from './options.mjs';
import { surveyed } from './reach.mjs';
import { report } from './report.mjs';
import { rooms } from './rooms.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lastSurvivors = join(root, 'node_modules', '.cache', 'mutants', 'survivors.json');
/** A test that takes longer for lack of processor time than it took at first is not yet one that hangs. */
const shortestSilenceMs = 20_000;
const silencePerDuration = 3;
const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

// A copy of the tree is not left behind.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
const options = parseOptions(process.argv.slice(2));
const graph = new ImportGraph(root);
if (options.help) process.stdout.write(help);
else if (options.list) list(chosen());
else process.exitCode = await run(chosen());

/** @param {readonly import('./mutant.mjs').Mutant[]} mutants */
function list(mutants) {
  for (const { file, line, what, before, after } of mutants)
    tell(`${file}:${line} ${what}\n  - ${before}\n  + ${after}`);
}

/** @param {readonly import('./mutant.mjs').Mutant[]} mutants */
async function run(mutants) {
  const isAccepted = acceptance(root, accepted);
  const isKnown = (/** @type {import('./mutant.mjs').Mutant} */ mutant) =>
    !options.accepted && isAccepted(mutant) !== undefined;
  /** @type {import('./judge.mjs').Judgement[]} */
  const judgements = mutants.filter(isKnown).map((mutant) => ({ mutant, outcome: 'survived', by: 'not asked again' }));
  const asked = mutants.filter((mutant) => !isKnown(mutant));
  await judge(asked, { root, workers: options.workers, ...(await testsByReach(asked)) }, (judgement) => {
    judgements.push(judgement);
    const { mutant, outcome, by } = judgement;
    tell(`${judgements.length}/${mutants.length} ${outcome} ${mutant.file}:${mutant.line} ${mutant.what} (${by})`);
  });
  mkdirSync(dirname(lastSurvivors), { recursive: true });
  const survived = judgements.filter(({ outcome }) => outcome === 'survived').map(({ mutant }) => nameOf(mutant));
  writeFileSync(lastSurvivors, JSON.stringify(survived));
  const { text, failed } = report(judgements, isAccepted);
  tell(text);
  return failed === 0 && judgements.length > 0 ? 0 : 1;
}

function chosen() {
  const written = keptMutants(root, kept);
  const made = options.kept ? [] : generatedMutants(root, graph.files, options.all);
  const again = options.again ? new Set(JSON.parse(readFileSync(lastSurvivors, 'utf8'))) : undefined;
  const all = [...written, ...made]
    .filter(({ file }) => options.paths.length === 0 || options.paths.some((path) => file.startsWith(path)))
    .filter((mutant) => again === undefined || again.has(nameOf(mutant)));
  return options.sample === undefined ? all : shuffled(all, options.seed).slice(0, options.sample);
}

/** @param {import('./mutant.mjs').Mutant} mutant */
function nameOf({ file, before, after }) {
  return [file, before, after].join('\n');
}

/**
 * Asks only tests that run the place of the mutant, the quickest first, if there are enough mutants to be worth a look at what each
 * test runs.
 *
 * @param {readonly import('./mutant.mjs').Mutant[]} mutants
 * @returns {Promise<Pick<import('./judge.mjs').How, 'testsFor' | 'silenceMs' | 'passes'>>}
 */
async function testsByReach(mutants) {
  const tests = [...new Set(mutants.flatMap(testsOf))];
  const isWorthALook = options.within < Number.POSITIVE_INFINITY || mutants.length >= tests.length;
  if (!isWorthALook) return { testsFor: testsOf };
  tell(`Looking at what ${tests.length} test files run …`);
  const reach = await surveyed(root, tests);
  const msOf = (/** @type {string} */ test) => reach.msOf(test) ?? 0;
  return {
    testsFor(mutant) {
      const started = new Set(graph.testsThatStart(mutant.file));
      const found = testsOf(mutant)
        .filter((test) => started.has(test) || reach.mayRun(test, mutant))
        .filter((test) => msOf(test) <= options.within * 1_000);
      return found.toSorted((one, other) => msOf(one) - msOf(other));
    },
    passes: (test) => reach.passes(test),
    silenceMs: (test) => shortestSilenceMs + silencePerDuration * msOf(test),
  };
}

/**
 * Those that the mutant names; then the tests of the file's own room that reach it, the nearest first; then the room's.
 *
 * @param {import('./mutant.mjs').Mutant} mutant
 */
function testsOf({ file, room, tests = [] }) {
  const own = graph.testsOf(file).filter((test) => test.startsWith(`${room}/`));
  const more = rooms.find(({ folder }) => folder === room)?.tests ?? [];
  return [...new Set([...tests, ...own, ...more])];
}
