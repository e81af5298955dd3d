import { describeKilledSteps, firstStep, type KilledStep, lastStep } from './s3-rounds.js';

const steps = Array.from({ length: lastStep - firstStep + 1 }, (_, n) => firstStep + n);

describeKilledSteps(
  steps.flatMap((step): KilledStep[] => [
    [step, 'before'],
    [step, 'after'],
  ]),
);
