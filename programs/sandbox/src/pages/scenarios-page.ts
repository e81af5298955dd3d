import type { Language, Scenario } from '../scenarios/scenario.js';
import { allScenarios } from '../scenarios/scenarios.js';
import { escaped, framed } from './frame.js';
import { words } from './words.js';

export interface ScenariosPage {
  readonly language: Language;
  /** The address of this front. */
  readonly url: string;
  readonly tlsUrl: string;
  /** Scenarios by client. */
  readonly clients: readonly (readonly [clientId: string, choice: string])[];
  /** The error of a choice. */
  readonly problem?: string | undefined;
}

/** Lists all scenarios with the behaviour of a good client, and explains how to choose one. */
export function scenariosPage(page: ScenariosPage): string {
  const { language, url, problem } = page;
  const say = words[language];
  const content = [
    `<p>${escaped(say.lead)}</p>`,
    problem === undefined ? '' : `<p role="alert" class="card struck">${escaped(problem)}</p>`,
    `<h2>${say.addresses}</h2>`,
    `<dl><dt>${say.authUrl}</dt><dd><code>${escaped(url)}/auth</code></dd><dt>${escaped(say.apiUrl)}</dt><dd><code>${escaped(url)}/api</code></dd></dl>`,
    `<h2>${say.choosing}</h2>`,
    `<p>${escaped(say.byPath)}</p><pre>${escaped(url)}/scenario/throttled/auth\n${escaped(url)}/scenario/throttled/api</pre>`,
    `<p>${escaped(say.byHeader)}</p><pre>Sandbox-Scenario: throttled</pre>`,
    `<p>${escaped(say.parameters)}</p>`,
    clientForm(page),
    `<h2>${say.scenarios}</h2>`,
    ...allScenarios.map((scenario) => scenarioCard(scenario, page)),
  ].join('\n');
  return framed({ language, title: say.scenarios, content, path: '/' });
}

function clientForm({ language, clients }: ScenariosPage): string {
  const say = words[language];
  const options = allScenarios.map(
    ({ name, title }) => `<option value="${name}">${name}: ${escaped(title[language])}</option>`,
  );
  const rows = clients.map(
    ([clientId, choice]) => `<form method="post" action="/clients?lang=${language}" class="card">
<span><code>${escaped(clientId)}</code> ${escaped(choice)}</span>
<input type="hidden" name="client_id" value="${escaped(clientId)}"><button class="plain">${say.end}</button></form>`,
  );
  return `<h3>${say.byClient}</h3>
<form method="post" action="/clients?lang=${language}">
<label>${say.clientId}<input name="client_id" required maxlength="200" autocomplete="off"></label>
<label>${say.scenario}<select name="scenario">${options.join('')}</select></label>
<label>${say.seed}<input name="seed" value="1" inputmode="numeric" pattern="\\d{1,9}" size="6"></label>
<button>${say.choose}</button></form>
${rows.length === 0 ? `<p class="soft">${say.noClients}</p>` : rows.join('\n')}`;
}

function scenarioCard(scenario: Scenario, { language, url, tlsUrl }: ScenariosPage): string {
  const { name, title, happens, goodClient, needsTls } = scenario;
  const say = words[language];
  const address = `${needsTls ? tlsUrl : url}/scenario/${name}`;
  return `<section class="card" id="${name}" aria-labelledby="title-${name}">
<h3 id="title-${name}"><code>${name}</code> ${escaped(title[language])}</h3>
<dl>
<dt>${say.happens}</dt><dd>${escaped(happens[language])}</dd>
<dt>${say.goodClient}</dt><dd>${escaped(goodClient[language])}</dd>
<dt>${say.address}</dt><dd><code>${escaped(address)}/api</code>${needsTls ? ` <span class="soft">${say.needsTls}</span>` : ''}</dd>
</dl>
</section>`;
}
