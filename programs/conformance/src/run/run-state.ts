import { HttpClient } from '../http/http-client.js';
import type { Target } from '../probe/account.js';
import { Memo } from '../probe/memo.js';
import type { RunState } from '../probe/probe.js';
import { Tokens } from '../probe/tokens.js';

/** Creates the state with which a run begins. The access tokens of an earlier run may be reused. */
export function newRunState(target: Target, http: HttpClient, tokens: Tokens = new Tokens(http, target)): RunState {
  return { target, http, tokens, memo: new Memo() };
}
