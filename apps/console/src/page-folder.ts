/** Where the page is built. A bundle of the console stands as far from it as this file does. */
export const pageFolder = new URL('../web/dist/', import.meta.url);
