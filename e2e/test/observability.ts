import { readdir, readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { loadDemoMarket } from '../src/demo-market.js';
import type { Platform } from '../src/platform.js';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly runbook: string };
}

interface Case {
  readonly name: string;
  readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts: readonly unknown[] }[];
}

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

const master = '/master/download/buy';
const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const dashboardsFolder = 'deploy/observability/dashboards';
/** In queries, the names of histograms have these suffixes, which are not part of the metric's name. */
const partOfHistogram = /_(?:bucket|count|sum)$/;
const functions = new Set(['histogram_quantile', 'count_over_time', 'group_left']);
/** Recording rules have names with a colon. */
const recorded = /\btrading_platform:\w+(?::\w+)*/g;
/** Metrics that prom-client itself publishes. */
const ofTheProcess = /^(?:nodejs|process)_/;

let platform: Platform;
let metrics: ReadonlyMap<string, string>;
/** The metrics before the first call. */
let firstMetrics: ReadonlyMap<string, string>;
let recordings: readonly string[];
let rules: readonly Rule[];
/** The dashboards by the names of their files. */
let dashboards: ReadonlyMap<string, Dashboard>;
/** The queries of all rules and panels. */
let queries: readonly string[];
let runbook: string;
let operations: string;

async function scrape(): Promise<ReadonlyMap<string, string>> {
  const { apiUrl, authUrl, workerUrl, consoleUrl } = platform;
  const texts = await Promise.all(
    Object.entries({ apiUrl, authUrl, workerUrl, consoleUrl }).map(async ([name, url]) => {
      const answer = await fetch(`${url}/metrics`);
      return [name, await answer.text()] as const;
    }),
  );
  return new Map(texts);
}

/** Makes a sign-in, a complete download, and a refused call. */
async function useAll(running: Platform): Promise<void> {
  const { headOffice } = await loadDemoMarket(running, ['members', 'master'], '30');
  const caller = await running.caller(headOffice);
  const batchId = await caller.request(master);
  const { count } = await caller.waitForEnd(master, batchId);
  await caller.records(master, { batchId, count, arrayName: 'master', pageSize: 500 });
  await caller.call(`${master}/check`, { batch_id: '999' });
}

/** Returns the names of the metrics in a Prometheus query. */
function metricsOf(query: string): readonly string[] {
  const bare = query.replaceAll(recorded, ' ').replaceAll(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)|\$__\w+/g, ' ');
  return (bare.match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? []).filter((name) => !functions.has(name));
}

/** Returns the names of the metrics and recording rules in a query. */
function namesIn(query: string): readonly string[] {
  return [...metricsOf(query), ...(query.match(recorded) ?? [])];
}

/** Returns the names of the services' metrics, except the metrics of the process. */
function namesOf(service: string): readonly string[] {
  const text = metrics.get(service) ?? '';
  return [...text.matchAll(/^# HELP (\w+) /gm)].map(([, name = '']) => name).filter((name) => !ofTheProcess.test(name));
}

/** Returns the documented metrics of a service: its own metrics, and the metrics that all services have. */
function documentedOf(service: string): readonly string[] {
  const rows = [...operations.matchAll(/^\| (all|auth|api|console|worker) \| (.*?) \|/gm)];
  const own = rows.filter(([, of]) => of === 'all' || of === service).map(([, , names = '']) => names);
  return own
    .flatMap((names) => names.match(/(?<=`)[a-z]+_\w+[a-z](?=`)/g) ?? [])
    .filter((name) => !ofTheProcess.test(name));
}

/**
 * Whether a sample has the name and the labels that a selector requires. Values that the selector excludes (`!=`, `!~`)
 * and the label `status` are not compared.
 */
function isChosen(line: string, name: string, selector: string): boolean {
  if (!line.startsWith(name)) return false;
  const labels = new Map([...line.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', value = '']) => [label, value]));
  return [...selector.matchAll(/(\w+)(=~|=)"([^"]*)"/g)].every(([, label = '', how, value = '']) => {
    const found = labels.get(label) ?? '';
    return label === 'status' || (how === '=' ? found === value : new RegExp(`^(?:${value})$`).test(found));
  });
}

function queriesOf({ panels }: Dashboard): readonly string[] {
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

function isTold(name: string): boolean {
  const kinds = [name, name.replace(partOfHistogram, '')];
  return [...metrics.values()].some((text) => kinds.some((kind) => text.includes(`# HELP ${kind} `)));
}

/** Returns the value of a sample in the metrics of a service. */
function sampleOf(service: string, sample: string): number {
  const line = metrics
    .get(service)
    ?.split('\n')
    .find((text) => text.startsWith(`${sample} `));
  return Number(line?.slice(sample.length));
}

/** @param running a platform with a console that nobody has called */
export function describeObservability(running: () => Platform): void {
  describe('the monitoring', () => {
    beforeAll(async () => {
      const { groups } = parse(await read('deploy/observability/alerts.yml')) as { groups: { rules: Rule[] }[] };
      const all = groups.flatMap((group) => group.rules);
      rules = all.filter(({ alert }) => alert !== undefined);
      recordings = all.filter(({ alert }) => alert === undefined).map(({ expr }) => expr);
      const files = await readdir(new URL(`../../${dashboardsFolder}`, import.meta.url));
      dashboards = new Map(
        await Promise.all(
          files.map(
            async (file) => [file, JSON.parse(await read(`${dashboardsFolder}/${file}`)) as Dashboard] as const,
          ),
        ),
      );
      queries = [...rules.map(({ expr }) => expr), ...recordings, ...[...dashboards.values()].flatMap(queriesOf)];
      runbook = await read('docs/runbook.md');
      operations = await read('docs/operations.md');
      platform = running();
      // Each scrape is a call, which the next scrape shows.
      await scrape();
      firstMetrics = await scrape();
      await useAll(platform);
      metrics = await scrape();
    });

    it('reads only metrics of the services, in every rule and panel', () => {
      const asked = new Set(queries.flatMap(metricsOf));
      expect(asked.size).toBeGreaterThan(20);
      expect([...asked].filter((name) => !isTold(name))).toEqual([]);
    });

    it('finds each metric of a rule or panel from the start, with the labels that the rules choose', () => {
      const samples = [...firstMetrics.values()].flatMap((text) => text.split('\n'));
      const isThere = (name: string) =>
        samples.some((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
      expect([...new Set(queries.flatMap(metricsOf))].filter((name) => !isThere(name))).toEqual([]);
      const chosen = queries.flatMap((query) => [...query.replaceAll(recorded, ' ').matchAll(/(\w+)\{([^}]*)\}/g)]);
      const lacking = chosen.filter(
        ([, name = '', selector = '']) => !samples.some((line) => isChosen(line, name, selector)),
      );
      expect(lacking.map(([text]) => text)).toEqual([]);
    });

    it('has cases for each alert', async () => {
      const { tests } = parse(await read('deploy/observability/alerts.test.yml')) as { tests: Case[] };
      const fired = tests.flatMap((each) => each.alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0));
      expect(new Set(fired.map(({ alertname }) => alertname))).toEqual(new Set(rules.map(({ alert }) => alert)));
      const quiet = tests.find(({ name }) => name === 'a platform without trouble')?.alert_rule_test ?? [];
      expect(quiet.map(({ alertname, exp_alerts }) => [alertname, exp_alerts])).toEqual(
        rules.map(({ alert }) => [alert, []]),
      );
    });

    it('does not depend on the names of jobs', () => {
      const named = [...rules.map(({ expr }) => expr), ...recordings].filter((expr) => /\bjob\s*[=!]/.test(expr));
      expect(named).toEqual([]);
    });

    it.each([
      ['auth', 'authUrl'],
      ['api', 'apiUrl'],
      ['worker', 'workerUrl'],
      ['console', 'consoleUrl'],
    ])('is listed in the documents as %s publishes it', (service, url) => {
      expect(documentedOf(service).toSorted()).toEqual(namesOf(url).toSorted());
    });

    it('has a section of the runbook for each alert, and no other', () => {
      const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
      expect(sections).toEqual(rules.map(({ alert }) => alert));
      for (const { alert, annotations } of rules) {
        expect(annotations.runbook).toBe(`docs/runbook.md#${alert.toLowerCase()}`);
      }
    });

    it('has a dashboard for each question of the runbook, which shows the metrics of its alerts', () => {
      const row = /^\| (.+\?) \| \[\S+\]\(\.\.\/deploy\/observability\/dashboards\/(\S+)\) \| (.+) \|$/gm;
      const questions = [...runbook.matchAll(row)].map(([, question = '', file = '', alerts = '']) => ({
        question,
        file,
        alerts: [...alerts.matchAll(/\[(\w+)\]/g)].map(([, name]) => name),
      }));
      expect(new Map(questions.map(({ file, question }) => [file, question]))).toEqual(
        new Map([...dashboards].map(([file, { title }]) => [file, title])),
      );
      expect(questions.flatMap(({ alerts }) => alerts).toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
      const shown = (file: string) =>
        (dashboards.get(file)?.panels ?? []).flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)));
      for (const { file, alerts } of questions) {
        const lacking = rules
          .filter(({ alert }) => alerts.includes(alert))
          .flatMap(({ expr }) => namesIn(expr))
          .filter((name) => !shown(file).includes(name));
        expect([file, lacking]).toEqual([file, []]);
      }
    });

    it('has panels that the runbook names', () => {
      const titles = [...dashboards.values()].flatMap(({ panels }) => panels.map(({ title }) => title));
      const named = [...runbook.matchAll(/"([A-Z][^"\n]+)"/g)].map(([, title = '']) => title);
      expect(named.length).toBeGreaterThan(3);
      expect(named.filter((title) => !titles.includes(title))).toEqual([]);
    });

    it('has a runbook that names only existing settings', async () => {
      const settings = await read('.env.example');
      const named = new Set(runbook.match(/(?<=`)[A-Z]+(?:_[A-Z]+)+(?=[`=])/g));
      expect(named.size).toBeGreaterThan(8);
      const notOurs = ['MALLOC_ARENA_MAX', 'NODE_EXTRA_CA_CERTS'];
      expect([...named].filter((name) => !settings.includes(`${name}=`) && !notOurs.includes(name))).toEqual([]);
    });

    it('counts the outcome of each step of a download', () => {
      const label = '{function="master"}';
      const records = sampleOf('workerUrl', `batch_records_produced_total${label}`);
      expect(records).toBeGreaterThan(0);
      expect(sampleOf('apiUrl', `batch_records_served_total${label}`)).toBe(records);
      expect(sampleOf('apiUrl', `batch_bytes_served_total${label}`)).toBeGreaterThan(records);
      expect(sampleOf('workerUrl', 'batch_attempts_total{function="master",result="finished"}')).toBe(1);
      expect(sampleOf('apiUrl', 'api_refusals_total{code="E000009"}')).toBe(1);
      expect(sampleOf('authUrl', 'auth_events_total{event="token.issued",outcome="success"}')).toBeGreaterThan(0);
      expect(sampleOf('authUrl', 'auth_password_hash_wait_seconds_count')).toBeGreaterThan(0);
      expect(sampleOf('apiUrl', 'batches_requested_total{function="master",outcome="added"}')).toBe(1);
      expect(sampleOf('apiUrl', 'cache_lookups_total{cache="tokens",result="hit"}')).toBeGreaterThan(0);
      expect(sampleOf('apiUrl', 'cache_lookups_total{cache="segments",result="miss"}')).toBeGreaterThan(0);
      expect(sampleOf('apiUrl', 'database_connections_max{database="ordering"}')).toBeGreaterThan(0);
      expect(sampleOf('apiUrl', 'revocations_lag_seconds')).toBeLessThan(600);
    });

    it('counts refused tokens', async () => {
      const refused = 'auth_refusals_total{route="/idp/oauth2/access_token",error="invalid_client"}';
      const form = { grant_type: 'refresh_token', refresh_token: 'x', client_id: 'nobody', client_secret: 'wrong' };
      await fetch(`${platform.authUrl}/idp/oauth2/access_token?realm=/api`, {
        method: 'POST',
        body: new URLSearchParams(form),
      });
      const answer = await fetch(`${platform.authUrl}/metrics`);
      expect(await answer.text()).toContain(`${refused} 1`);
    });
  });
}
