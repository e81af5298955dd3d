/**
 * The promises that a README makes.
 *
 * @typedef {object} Instructions
 * @property {readonly (readonly string[])[]} installs the packages of each `npm install` line, the first for the package alone
 * @property {readonly Program[]} programs
 */

/**
 * A `ts` block of a README, which must compile without changes. If a `text` block follows a program, the program is run
 * and must print that text.
 *
 * @typedef {object} Program
 * @property {string} code
 * @property {string | undefined} prints
 */

/**
 * @param {string} text of a README
 * @returns {Instructions}
 */
export function instructionsOf(text) {
  const installs = [...text.matchAll(/^npm install (.+)$/gm)].map(([, names = '']) => names.split(' '));
  return { installs, programs: programsOf(text) };
}

/**
 * @param {string} text of a README
 * @returns {readonly Program[]}
 */
function programsOf(text) {
  const blocks = [...text.matchAll(/^```ts\n([^]*?)^```\n(?:\n```text\n([^]*?)^```\n)?/gm)];
  return blocks.map(([, code = '', prints]) => ({ code, prints }));
}

/**
 * Returns the problems of a reader who copies a program from a README. A program must contain its imports. If it cannot
 * run alone, the README must say why.
 *
 * @param {string} text of a README
 * @returns {readonly string[]}
 */
export function unclearPrograms(text) {
  return programsOf(text).flatMap(({ code, prints }) => {
    const [first] = code.split('\n');
    const isMarked = prints !== undefined || /^\/\/ (Fragment|Needs)\b/m.test(code);
    return [
      ...(code.startsWith('import ')
        ? []
        : [`the program that begins with "${first}" does not begin with its imports`]),
      ...(isMarked
        ? []
        : [`the program that begins with "${first}" neither says what it prints nor "// Fragment" or "// Needs"`]),
    ];
  });
}

/**
 * Returns the entries that no program of the README imports. Nothing would test whether such entries can be imported.
 *
 * @param {string} text of a README
 * @param {{ name: string, exports: Record<string, unknown> }} manifest
 * @returns {readonly string[]}
 */
export function unshownEntries(text, { name, exports }) {
  const code = programsOf(text)
    .map((program) => program.code)
    .join('\n');
  return Object.keys(exports)
    .filter((entry) => entry !== './package.json')
    .map((entry) => `${name}${entry.slice(1)}`)
    .filter((entry) => !code.includes(`from '${entry}'`))
    .map((entry) => `no program imports ${entry}`);
}

/**
 * Returns the facts that are missing at the beginning of a README.
 *
 * @param {string} text of a README
 * @returns {readonly string[]}
 */
export function unclearPurpose(text) {
  const beginning = text.split('\n').slice(0, 10).join('\n');
  return /\bnot\b|\bno\b|\bnobody\b/i.test(beginning) ? [] : ['the first ten lines do not say what it is not for'];
}
