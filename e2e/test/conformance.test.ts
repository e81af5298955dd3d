import { seeded } from '../src/seeded.js';
import { describeJudged, itConforms, itNotices, listMutants } from './conformance.js';

const seed = Number(process.env['TEST_SEED'] ?? 19);
const sampled = 2;

/** Returns a sample of the mutants. The same seed gives the same sample. The long test uses all mutants. */
function sample() {
  const random = seeded(seed);
  return listMutants()
    .map((mutant) => ({ mutant, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .slice(0, sampled)
    .map(({ mutant }) => mutant);
}

describeJudged('The conformance kit', 'sqlite', (judged) => {
  itConforms(judged);
  itNotices(judged, `${sampled} mutants of seed ${seed}`, sample());
});
