/** Where the page is built. A bundle of the console is as far from it as this file. */
export const pageFolder = new URL('../web/dist/', import.meta.url);
