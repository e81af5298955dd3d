import { describePortal } from './portal.js';

describePortal(false);
