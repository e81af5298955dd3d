import { fileURLToPath } from 'node:url';
import { generatedMutants, keptMutants } from './collect.mjs';
import { ImportGraph } from './import-graph.mjs';
import { judge } from './judge.mjs';
import { kept } from './kept.mjs';
import { shuffled } from './mutant.mjs';
import { help, parseOptions } from './options.mjs';
import { report } from './report.mjs';
import { rooms } from './rooms.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tell = (/** @type {string} */ text) => void process.stdout.write(`${text}\n`);

// When the process is ended by a signal, it first removes its copies of the repository.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
const options = parseOptions(process.argv.slice(2));
if (options.help) process.stdout.write(help);
else {
  const graph = new ImportGraph(root);
  const mutants = chosenOf(graph.files);
  if (options.list) list(mutants);
  else process.exitCode = await run(mutants, graph);
}

/** @param {readonly string[]} files */
function chosenOf(files) {
  const made = options.kept ? [] : generatedMutants(root, files, options.all);
  const chosen = [...keptMutants(root, kept), ...made].filter(
    ({ file }) => options.paths.length === 0 || options.paths.some((path) => file.startsWith(path)),
  );
  return options.sample === undefined ? chosen : shuffled(chosen, options.seed).slice(0, options.sample);
}

/** @param {readonly import('./mutant.mjs').Mutant[]} mutants */
function list(mutants) {
  for (const { file, line, what, before, after } of mutants)
    tell(`${file}:${line} ${what}\n  - ${before}\n  + ${after}`);
}

/**
 * @param {readonly import('./mutant.mjs').Mutant[]} mutants
 * @param {ImportGraph} graph
 */
async function run(mutants, graph) {
  /** @type {import('./judge.mjs').Judgement[]} */
  const judgements = [];
  await judge(mutants, { root, workers: options.workers, testsFor }, (judgement) => {
    judgements.push(judgement);
    const { mutant, outcome, by } = judgement;
    tell(`${judgements.length}/${mutants.length} ${outcome} ${mutant.file}:${mutant.line} ${mutant.what} (${by})`);
  });
  const { text, failed } = report(judgements);
  tell(text);
  return failed === 0 && judgements.length > 0 ? 0 : 1;

  /**
   * Returns the tests for a mutant, in the order in which they run: the tests that the mutant names, then the tests of
   * the same room that import the file (most direct first), then the other tests that are listed for the room.
   *
   * @param {import('./mutant.mjs').Mutant} mutant
   */
  function testsFor({ file, room, tests = [] }) {
    const own = graph.testsOf(file).filter((test) => test.startsWith(`${room}/`));
    const more = rooms.find(({ folder }) => folder === room)?.tests ?? [];
    return [...new Set([...tests, ...own, ...more])];
  }
}
