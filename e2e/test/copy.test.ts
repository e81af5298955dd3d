import { describeCopy } from './copy.js';

describeCopy(false);
