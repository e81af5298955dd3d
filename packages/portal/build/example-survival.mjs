import { scenarios } from '@trading-platform/sandbox';

/** Programs that make each call once. */
const once = ['calm', 'latency', 'byte-by-byte', 'batch-waits', 'batch-taken-over', 'batch-aborted'];

/**
 * Which scenarios of the sandbox the programs of the five-minute start come through: what the guide says of them. A test runs them
 * through all.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const exampleSurvival = {
  'start.sh': once,
  'start.mjs': once,
  'start.py': once,
  // What it has handed out already it cannot take back.
  'start-sdk.mjs': scenarios.map(({ name }) => name).filter((name) => name !== 'batch-ends'),
};

/** How the guide calls them. */
const titles = { 'start.sh': 'curl', 'start.mjs': 'Node', 'start.py': 'Python', 'start-sdk.mjs': 'SDK' };
const words = {
  en: { scenario: 'Scenario', yes: 'yes', no: 'no' },
  ja: { scenario: 'シナリオ', yes: '○', no: '×' },
};
const parts = {
  en: { happens: 'What happens', goodClient: 'A good client' },
  ja: { happens: '起きること', goodClient: '望ましい動作' },
};

/** @param {'en' | 'ja'} language */
export function survivalTable(language) {
  const { scenario, yes, no } = words[language];
  const programs = Object.entries(titles);
  const rows = scenarios.map(({ name }) => [
    `\`${name}\``,
    ...programs.map(([program]) => (exampleSurvival[program]?.includes(name) ? yes : no)),
  ]);
  const head = [scenario, ...programs.map(([, title]) => title)];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {'en' | 'ja'} language */
export function scenarioList(language) {
  const { happens, goodClient } = parts[language];
  return scenarios
    .map((scenario) =>
      [
        `### ${scenario.name}`,
        `**${scenario.title[language]}**`,
        `**${happens}**: ${scenario.happens[language]}`,
        `**${goodClient}**: ${scenario.goodClient[language]}`,
      ].join('\n\n'),
    )
    .join('\n\n');
}
