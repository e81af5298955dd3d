import { describeEvents } from './events.js';

describeEvents('sqlite');
