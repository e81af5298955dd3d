import { describeJudged, itConforms, itNotices, listMutants } from './conformance.js';

describeJudged('The conformance kit', 'sqlite', (judged) => {
  itConforms(judged);
  itNotices(judged, `each of ${listMutants().length} mutants`, listMutants());
});

describeJudged('The conformance kit', 'postgres', (judged) => {
  itConforms(judged);
});
