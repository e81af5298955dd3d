import { describeCopy } from './copy.js';

describeCopy(true);
