import { describeGuesses } from './describe-guesses.js';

describeGuesses({
  days: 1,
  minutesBetweenSignIns: 30,
  minutesBetweenBursts: 30,
  guessesAtOnce: 16,
  timeoutMs: 60_000,
});
