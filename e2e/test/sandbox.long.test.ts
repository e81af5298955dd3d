import { exampleSurvival } from '@trading-platform/portal/example-survival';
import { describeSandbox } from './sandbox.js';

const all = Number.POSITIVE_INFINITY;

describeSandbox({
  marketSize: 'small',
  clients: ['tp download', "the guide's Python", 'tp sync'],
  examples: Object.keys(exampleSurvival),
  scenariosEach: all,
  scenariosOfTp: all,
  scenariosOfRobust: all,
  looksAtPages: true,
  seed: 7,
  timeoutMs: 600_000,
});
