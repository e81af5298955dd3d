import { requirementsOf } from '../groups/requirements.js';
import { HttpClient } from '../http/http-client.js';
import type { Secrets } from '../http/secrets.js';
import type { Target } from '../probe/account.js';
import type { ConformanceReport, Result } from '../report/report.js';
import { showCame, showSent } from '../report/show-exchange.js';
import { type GroupName, groups } from '../requirement/groups.js';
import { judgeAll } from './judge.js';
import type { GroupedRequirement, Judgement } from './judgement.js';
import { newRunState } from './run-state.js';

/** The options of a run. */
export interface ConformanceOptions {
  readonly target: Target;
  /** Judges only these groups. Default: all. */
  readonly groups?: readonly GroupName[];
  /** Judges only these requirements. By default, all requirements of the groups are judged. */
  readonly only?: readonly string[];
  /** Called after each requirement has been judged. */
  readonly onResult?: (result: Result) => void;
}

const checksAtOnce = 6;

/**
 * Judges a deployment only by its answers.
 *
 * @throws RangeError if no requirement has the id
 * @throws NoAnswer if a service cannot be reached
 */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const { target, onResult = () => undefined } = options;
  const chosen = chosenRequirements(options);
  const http = new HttpClient();
  for (const account of Object.values(target.accounts)) http.secrets.add(account.password, account.clientSecret);
  for (const client of [target.otherClient, target.serviceAccount, target.limitedClient]) {
    if (client !== undefined) http.secrets.add(client.clientSecret);
  }
  const startedAt = new Date();
  try {
    await http.send({ url: `${target.authUrl}/.well-known/oauth-authorization-server` });
    await http.send({ url: `${target.apiUrl}/batches` });
    const state = newRunState(target, http);
    const onJudged = (judgement: Judgement) => onResult(resultOf(judgement, http.secrets));
    const judgements: Judgement[] = [];
    for (const { requirements, atOnce } of roundsOf(chosen)) {
      judgements.push(...(await judgeAll(requirements, state, { atOnce, onJudged })));
    }
    const results = chosen
      .flatMap(({ id }) => judgements.filter(({ requirement }) => requirement.id === id))
      .map((judgement) => resultOf(judgement, http.secrets));
    return {
      apiUrl: target.apiUrl,
      authUrl: target.authUrl,
      startedAt: startedAt.toISOString(),
      seconds: Math.round((Date.now() - startedAt.getTime()) / 100) / 10,
      conforms: results.every(({ outcome, level }) => outcome !== 'failed' || level === 'should'),
      results,
    };
  } finally {
    http.close();
  }
}

/** All requirements, in the order of their groups. */
export function listRequirements(): readonly GroupedRequirement[] {
  return (Object.keys(groups) as GroupName[]).flatMap((group) =>
    requirementsOf[group].map((requirement) => ({ ...requirement, group })),
  );
}

/** The requirements that only read are judged first, then those that create slips, then those that run alone. */
function roundsOf(chosen: readonly GroupedRequirement[]) {
  const alone = chosen.filter((requirement) => requirement.alone === true);
  const others = chosen.filter((requirement) => requirement.alone !== true);
  return [
    { requirements: others.filter(({ group }) => group !== 'orders'), atOnce: checksAtOnce },
    { requirements: others.filter(({ group }) => group === 'orders'), atOnce: checksAtOnce },
    { requirements: alone, atOnce: 1 },
  ];
}

/** @throws RangeError if no requirement has the id */
function chosenRequirements({ groups: names, only }: ConformanceOptions): readonly GroupedRequirement[] {
  const all = listRequirements();
  const unknown = (only ?? []).find((id) => all.every((requirement) => requirement.id !== id));
  if (unknown !== undefined) throw new RangeError(`There is no requirement ${unknown}`);
  return all.filter(({ id, group }) => (names?.includes(group) ?? true) && (only?.includes(id) ?? true));
}

/** The secrets are removed here, because from here on the result is visible outside the kit. */
function resultOf({ requirement, outcome, reason, exchange }: Judgement, secrets: Secrets): Result {
  const { id, group, source, says, level = 'must' } = requirement;
  const isFailure = outcome === 'failed' && exchange !== undefined;
  return {
    id,
    group,
    source,
    says,
    level,
    outcome,
    reason: secrets.hide(reason),
    sent: isFailure ? secrets.hide(showSent(exchange)) : '',
    came: isFailure ? secrets.hide(showCame(exchange)) : '',
  };
}
