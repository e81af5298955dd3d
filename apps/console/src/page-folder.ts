/** The folder with the built page. The relative path is the same from this file and from a bundle of the console. */
export const pageFolder = new URL('../web/dist/', import.meta.url);
