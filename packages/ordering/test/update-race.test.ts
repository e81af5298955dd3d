import { describeUpdateRace } from './update-race.js';

describeUpdateRace(6);
