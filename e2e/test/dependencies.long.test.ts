import { describeDependencies } from './dependencies.js';

describeDependencies(true);
