import { describeUnwritableLogs } from './unwritable-log.js';

/** The services share the code; the long test has all of them with every fault. */
describeUnwritableLogs({
  serving: [
    { kind: 'its reader is gone', names: ['auth'] },
    { kind: 'its reader takes nothing', names: ['api'] },
    { kind: 'the disk is full', names: ['worker'] },
  ],
  failing: [{ kind: 'its reader takes nothing' }],
});
