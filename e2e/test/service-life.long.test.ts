import { describeFailedStarts } from './failed-starts.js';

const all = ['auth', 'api', 'worker'] as const;

describeFailedStarts({ portTaken: all, wrongVariables: all, noDatabase: all, foreignBucket: ['api', 'worker'] });
