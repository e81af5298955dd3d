/** The folder in which the page is built. It has the same relative path from a bundle of the console as from this file. */
export const pageFolder = new URL('../web/dist/', import.meta.url);
