import { describeTp } from './tp.js';

describeTp(true);
