import { describeDependencies } from './dependencies.js';

describeDependencies(false);
