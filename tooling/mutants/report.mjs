const leastPercent = 90;
/** A percentage of fewer mutants would mean nothing. */
const fewestForShare = 20;

/**
 * Makes the text that is shown at the end of a run. The run fails in three cases: no test noticed a kept bug; a test
 * fails even without a bug; or the tests of a room noticed too few bugs.
 *
 * @param {readonly import('./judge.mjs').Judgement[]} judgements
 * @returns {{ text: string, failed: number }}
 */
export function report(judgements) {
  const survivors = judgements.filter(({ outcome }) => outcome === 'survived');
  const unnoticed = survivors.filter(({ mutant }) => mutant.kept);
  const undecided = judgements.filter(({ outcome }) => outcome === 'undecided');
  const rooms = [...new Set(judgements.map(({ mutant }) => mutant.room))].toSorted().map((name) => {
    const ofRoom = judgements.filter(({ mutant }) => mutant.room === name);
    const killed = ofRoom.filter(({ outcome }) => outcome === 'killed').length;
    const survived = ofRoom.filter(({ outcome }) => outcome === 'survived').length;
    return { name, killed, survived, percent: (100 * killed) / Math.max(1, killed + survived) };
  });
  const tooFew = rooms.filter(
    ({ killed, survived, percent }) => killed + survived >= fewestForShare && percent < leastPercent,
  );
  const failed = unnoticed.length + undecided.length + tooFew.length;
  const lines = [
    ...survivors.map(survivorText),
    ...rooms.map(
      ({ name, killed, survived, percent }) =>
        `${name.padEnd(24)}${killed} killed, ${survived} survived (${percent.toFixed(1)} %)`,
    ),
    ...undecided.map(({ by }) => `\n● A test also fails without a mutant: ${by}`),
    ...tooFew.map(({ name }) => `\n● ${name}: the tests noticed less than ${leastPercent} % of the mutants`),
    `\n${judgements.length - unnoticed.length - undecided.length} passed, ${failed} failed`,
  ];
  return { text: lines.join('\n'), failed };
}

/** @param {import('./judge.mjs').Judgement} judgement */
function survivorText({ mutant: { file, line, what, before, after, kept }, by }) {
  return `\n${kept ? '●' : ' '} ${file}:${line} ${what} (${by})\n    - ${before}\n    + ${after}\n`;
}
