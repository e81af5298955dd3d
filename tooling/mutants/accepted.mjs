/** @type {readonly import('./collect.mjs').AcceptedMutant[]} */
export const accepted = [];
