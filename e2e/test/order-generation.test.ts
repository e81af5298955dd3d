import { describeOrderGeneration } from './order-generation.js';

describeOrderGeneration('sqlite');
