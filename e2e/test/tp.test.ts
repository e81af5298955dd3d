import { describeTp } from './tp.js';

describeTp(false);
