import { CommandHost } from '@trading-platform/jest-preset/command-host';
import { programs } from './programs.js';

/** Runs the `tpctl` commands of a test file one after the other in a single process. */
export const tpctl = new CommandHost(programs.tpctlMain);
