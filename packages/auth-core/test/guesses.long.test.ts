import { describeGuesses } from './describe-guesses.js';

describeGuesses({
  days: 3,
  minutesBetweenSignIns: 5,
  minutesBetweenBursts: 5,
  guessesAtOnce: 64,
  timeoutMs: 900_000,
});
