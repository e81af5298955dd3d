import { describeUpdateRace } from './update-race.js';

describeUpdateRace(300, 900_000);
