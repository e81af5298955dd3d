const leastPercent = 90;
/** Of fewer, a share says nothing: a sample. */
const fewestForShare = 20;

/**
 * What to say at the end, and whether it is good enough.
 *
 * @param {readonly import('./judge.mjs').Judgement[]} judgements
 * @param {(mutant: import('./mutant.mjs').Mutant) => import('./collect.mjs').AcceptedMutant | undefined} accepted
 * @returns {{ text: string, failed: number }}
 */
export function report(judgements, accepted) {
  const survivors = judgements.filter(({ outcome }) => outcome === 'survived');
  const unexplained = survivors.filter(({ mutant }) => accepted(mutant) === undefined);
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
  const failed = unexplained.length + undecided.length + tooFew.length;
  const lines = [
    ...survivors.map((judgement) => survivorText(judgement, accepted(judgement.mutant))),
    ...rooms.map(
      ({ name, killed, survived, percent }) =>
        `${name.padEnd(24)}${killed} killed, ${survived} survived (${percent.toFixed(1)} %)`,
    ),
    ...undecided.map(({ by }) => `\n● A test fails without a mutant too: ${by}`),
    ...tooFew.map(({ name }) => `\n● ${name}: less than ${leastPercent} % were noticed`),
    `\n${judgements.length - unexplained.length - undecided.length} passed, ${failed} failed`,
  ];
  return { text: lines.join('\n'), failed };
}

/**
 * @param {import('./judge.mjs').Judgement} judgement
 * @param {import('./collect.mjs').AcceptedMutant | undefined} accepted
 */
function survivorText({ mutant: { file, line, what, before, after }, by }, accepted) {
  const head =
    accepted === undefined
      ? `\n● ${file}:${line} ${what} (${by})`
      : `\n  ${file}:${line} ${what}, accepted: ${accepted.reason}`;
  return `${head}\n    - ${before}\n    + ${after}\n`;
}
