/** The path of the page on which people type the code of a device. It is short, because people type it too. */
export const devicePath = 'device';
