export { HttpClient } from './http/http-client.js';
export type { Mutant, Pass, PassedAnswer, PassedCall, Rule } from './mutants/mutant.js';
export { MutatingProxy, type ProxiedServices } from './mutants/mutating-proxy.js';
export { Tokens } from './probe/tokens.js';
export { judgeMutant, listMutants, type Unnoticed } from './run/judge-mutant.js';
