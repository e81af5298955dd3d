import { describeFailedStarts } from './failed-starts.js';

/**
 * Most reasons are tested with one service, because the services share the code. The long test tests each reason with
 * all services.
 */
describeFailedStarts({
  portTaken: ['api'],
  wrongVariables: ['auth'],
  noDatabase: ['worker'],
  foreignBucket: [],
});
