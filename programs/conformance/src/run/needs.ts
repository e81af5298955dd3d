import { download } from '../probe/batches.js';
import { CannotJudge, Finding } from '../probe/finding.js';
import { Probe, type RunState } from '../probe/probe.js';
import type { Need, Requirement } from '../requirement/requirement.js';

const recordsNeeded = 3;

/**
 * Returns the reason why a requirement cannot be judged on this deployment. The result is undefined if the requirement
 * can be judged.
 */
export async function unmetNeed({ needs = [] }: Requirement, state: RunState): Promise<string | undefined> {
  for (const need of needs) {
    const reason = await reasons[need](state);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

const reasons: Readonly<Record<Need, (state: RunState) => string | undefined | Promise<string | undefined>>> = {
  market: ({ target }) => (target.isPrepared ? undefined : "the kit's own market is not loaded (--prepare)"),
  records: (state) => state.memo.once('records', () => tooFewRecords(state)),
  'redirect uri': ({ target }) =>
    target.accounts.head?.redirectUri === undefined
      ? 'the callback of the client is not known (redirect_uri)'
      : undefined,
  'other client': ({ target }) =>
    target.otherClient === undefined ? 'no second client of the user is known (other_client)' : undefined,
  'other member': ({ target }) =>
    target.accounts.stranger === undefined ? 'no account of another member is known (accounts.stranger)' : undefined,
  receiver: ({ target }) =>
    target.receiver === undefined ? 'the deployment cannot push messages to this kit (--receiver)' : undefined,
};

/** If the downloads do not work, the requirement is still judged, because this is a fault of the deployment. */
async function tooFewRecords(state: RunState): Promise<string | undefined> {
  try {
    const { count } = await download(new Probe(state), 'master');
    return count < recordsNeeded
      ? `the caller's master download has ${count} records, not ${recordsNeeded}`
      : undefined;
  } catch (error) {
    if (error instanceof CannotJudge) return error.message;
    if (error instanceof Finding) return undefined;
    throw error;
  }
}
