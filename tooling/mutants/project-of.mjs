/** Returns the package or app that a file belongs to. @param {string} file from the root */
export const projectOf = (file) => file.split('/test/')[0]?.split('/src/')[0] ?? '';
