import { allScenarios, scenarios } from '@trading-platform/sandbox';

/** Scenarios that a program survives even if it makes each call only once. */
const once = ['calm', 'latency', 'byte-by-byte', 'batch-waits', 'batch-taken-over', 'batch-aborted'];

/**
 * The scenarios that the programs of the five-minute start survive, for the guide. A test runs each program through all
 * scenarios.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const exampleSurvival = {
  'start.sh': once,
  'start.mjs': once,
  'start.py': once,
  // The program cannot take back records that it has already written.
  'start-sdk.mjs': scenarios.map(({ name }) => name).filter((name) => name !== 'batch-ends'),
};

/** The names of the programs in the guide. */
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
  return allScenarios
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
