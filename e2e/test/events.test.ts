import { describeEvents } from './events.js';

describeEvents('postgres');
