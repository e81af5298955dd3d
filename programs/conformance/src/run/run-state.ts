import { HttpClient } from '../http/http-client.js';
import type { Target } from '../probe/account.js';
import { Memo } from '../probe/memo.js';
import type { RunState } from '../probe/probe.js';
import { Tokens } from '../probe/tokens.js';

/** The state at the beginning of a run. The tokens may come from another run. */
export function newRunState(target: Target, http: HttpClient, tokens: Tokens = new Tokens(http, target)): RunState {
  return { target, http, tokens, memo: new Memo() };
}
