import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

/** @param {...string} parts */
export const inRoot = (...parts) => join(rootFolder, ...parts);

/** Node and pnpm, if the machine lacks the right ones. */
export const toolchainFolder = inRoot('.toolchain');

/** Node's cache of compiled code, for programs that start often. */
export const compileCache = inRoot('node_modules', '.cache', 'node');
