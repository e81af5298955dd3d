/** @type {readonly import('./collect.mjs').KeptMutant[]} */
export const kept = [];
