import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const rootFolder = fileURLToPath(new URL('../..', import.meta.url));

/** @param {...string} parts */
export const inRoot = (...parts) => join(rootFolder, ...parts);

/** The folder of Node and pnpm, if the machine does not have the right versions. */
export const toolchainFolder = inRoot('.toolchain');

/** The folder in which Node caches compiled code, for programs that start often. */
export const compileCache = inRoot('node_modules', '.cache', 'node');
