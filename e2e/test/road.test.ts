import { describeRoad } from './road.js';

describeRoad('the whole road', { database: 'sqlite' });
