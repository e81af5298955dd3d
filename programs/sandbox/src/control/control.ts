import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Runs } from '../calls/runs.js';
import { languageOf } from '../pages/frame.js';
import { pageHeaders } from '../pages/page-style.js';
import { recorderPage } from '../pages/recorder-page.js';
import { scenariosPage } from '../pages/scenarios-page.js';
import type { Recorder } from '../recorder/recorder.js';
import { ChoiceError, parseChoice } from '../scenarios/choice.js';
import { allScenarios } from '../scenarios/scenarios.js';

export interface ControlOptions {
  readonly runs: Runs;
  readonly recorder: Recorder;
  readonly facts: () => { readonly url: string; readonly tlsUrl: string; readonly certificate: string };
  /**
   * Whether only this machine can call. Other host names are then refused, because an attacker's page could have bound
   * one to this machine.
   */
  readonly isLocal: boolean;
}

interface Visit {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
  readonly outgoing: ServerResponse;
}

const ownNames: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
const mostClientIdCharacters = 200;

/** The pages of a sandbox, and the calls that choose scenarios and read facts. */
export class Control {
  readonly #options: ControlOptions;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  serve(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): void {
    const { method = 'GET', headers } = incoming;
    const scheme = 'encrypted' in incoming.socket ? 'https' : 'http';
    const host = `${scheme}://${headers.host ?? 'localhost'}`;
    const url = URL.canParse(incoming.url ?? '/', host) ? new URL(incoming.url ?? '/', host) : undefined;
    if (url === undefined) return sayJson(outgoing, 400, 'The address cannot be read');
    if (this.#options.isLocal && !ownNames.has(url.hostname))
      return sayJson(outgoing, 403, 'Another name of this machine');
    if (method !== 'GET' && method !== 'HEAD' && !isOwnPage(headers, url.host)) {
      return sayJson(outgoing, 403, 'Only pages of the sandbox and programs may change it');
    }
    const visit = { method, url, body: body.toString('utf8'), headers, outgoing };
    try {
      if (!this.#serveControl(visit) && !this.#servePage(visit)) {
        sayJson(
          outgoing,
          404,
          'There is nothing here: / lists the scenarios, /auth and /api lead to the platform, /push to the receiver',
        );
      }
    } catch (error) {
      if (!(error instanceof ChoiceError)) throw error;
      if (url.pathname.startsWith('/control/')) return sayJson(outgoing, 400, error.message);
      this.#showScenarios(visit, 400, error.message);
    }
  }

  #serveControl({ method, url, body, outgoing }: Visit): boolean {
    const { runs, recorder, facts } = this.#options;
    const [, , what = '', ...rest] = url.pathname.split('/');
    if (!url.pathname.startsWith('/control/')) return false;
    const name = decoded(rest.join('/'));
    const choice = url.searchParams.get('choice');
    switch (`${method} ${what}`) {
      case 'GET facts':
        return sendJson(outgoing, {
          ...facts(),
          scenarios: allScenarios.map(describedScenario),
          clients: runs.clients,
        });
      case 'GET certificate':
        outgoing.writeHead(200, { 'Content-Type': 'application/x-pem-file' }).end(facts().certificate);
        return true;
      case 'GET calls':
        return sendJson(outgoing, { calls: recorder.calls(choice ?? undefined) });
      case 'DELETE calls':
        recorder.clear();
        return sendJson(outgoing, {});
      case 'GET runs':
        return sendJson(outgoing, { run: runs.facts(parseChoice(name)) ?? null });
      case 'DELETE runs':
        runs.forget(parseChoice(name));
        return sendJson(outgoing, {});
      case 'PUT clients':
        runs.setClient(checkedClientId(name), parseChoice(scenarioIn(body)));
        return sendJson(outgoing, { clients: runs.clients });
      case 'DELETE clients':
        runs.setClient(name, undefined);
        return sendJson(outgoing, { clients: runs.clients });
      default:
        return false;
    }
  }

  #servePage(visit: Visit): boolean {
    const { method, url, body, outgoing } = visit;
    const { runs, recorder } = this.#options;
    switch (`${method} ${url.pathname}`) {
      case 'GET /':
        this.#showScenarios(visit);
        return true;
      case 'GET /recorder':
        this.#showRecorder(visit);
        return true;
      case 'POST /recorder/clear':
        recorder.clear();
        seeOther(outgoing, `/recorder${url.search}`);
        return true;
      case 'POST /clients': {
        const form = new URLSearchParams(body);
        const scenario = form.get('scenario');
        const choice = scenario === null ? undefined : parseChoice(`${scenario};seed=${form.get('seed') || 1}`);
        runs.setClient(checkedClientId(form.get('client_id') ?? ''), choice);
        seeOther(outgoing, `/${url.search}`);
        return true;
      }
      default:
        return false;
    }
  }

  #showScenarios({ url, headers, outgoing }: Visit, status = 200, problem?: string): void {
    const { runs, facts } = this.#options;
    const language = languageOf(url.searchParams.get('lang'), headers['accept-language']);
    outgoing
      .writeHead(status, pageHeaders)
      .end(scenariosPage({ language, url: url.origin, tlsUrl: facts().tlsUrl, clients: runs.clients, problem }));
  }

  #showRecorder({ url, headers, outgoing }: Visit): void {
    const { recorder } = this.#options;
    const language = languageOf(url.searchParams.get('lang'), headers['accept-language']);
    const choice = url.searchParams.get('choice') ?? undefined;
    const choices = [...new Set(recorder.calls().map((call) => call.choice))].toSorted();
    const page = recorderPage({ language, calls: recorder.calls(choice), choices, choice });
    outgoing.writeHead(200, pageHeaders).end(page);
  }
}

/** Whether a change comes from a page of the sandbox or from a program. A program sends no Fetch Metadata. */
function isOwnPage(headers: IncomingMessage['headers'], host: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  const { origin } = headers;
  return origin === undefined || origin === `http://${host}` || origin === `https://${host}`;
}

function checkedClientId(clientId: string): string {
  if (clientId !== '' && clientId.length <= mostClientIdCharacters) return clientId;
  throw new ChoiceError(`client_id has 1 to ${mostClientIdCharacters} characters`);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ChoiceError('The address cannot be read');
  }
}

function scenarioIn(body: string): string {
  try {
    const { scenario } = JSON.parse(body) as { scenario?: unknown };
    if (typeof scenario === 'string') return scenario;
  } catch {
    // Reported below.
  }
  throw new ChoiceError('Send {"scenario": "NAME"}, such as {"scenario": "throttled;seed=7"}');
}

function describedScenario({ name, title, happens, goodClient, outcome, needsTls }: (typeof allScenarios)[number]) {
  return { name, title, happens, good_client: goodClient, outcome, needs_tls: needsTls === true };
}

function sendJson(outgoing: ServerResponse, value: object, status = 200): true {
  outgoing
    .writeHead(status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(JSON.stringify(value));
  return true;
}

function sayJson(outgoing: ServerResponse, status: number, problem: string): void {
  sendJson(outgoing, { problem }, status);
}

function seeOther(outgoing: ServerResponse, location: string): void {
  outgoing.writeHead(303, { Location: location, 'Cache-Control': 'no-store' }).end();
}
