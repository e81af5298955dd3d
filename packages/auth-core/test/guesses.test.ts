import { describeGuesses } from './describe-guesses.js';

describeGuesses({
  days: 1,
  minutesBetweenSignIns: 60,
  minutesBetweenBursts: 60,
  guessesAtOnce: 12,
});
