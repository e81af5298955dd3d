export type { Mutant, Pass, PassedAnswer, PassedCall, Rule } from './mutants/mutant.js';
export { MutatingProxy, type ProxiedServices } from './mutants/mutating-proxy.js';
export { judgeMutants, listMutants, type Unnoticed } from './run/judge-mutant.js';
