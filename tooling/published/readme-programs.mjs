/**
 * The promises that a README makes.
 *
 * @typedef {object} Instructions
 * @property {readonly (readonly string[])[]} installs the packages of each `npm install` line; the first line installs
 *   only the package itself
 * @property {readonly Program[]} programs
 */

/**
 * A `ts` block of a README, which must compile without changes. If a `text` block follows a program, the program is run
 * and must print that text. A block that begins with a file name (`// shelf.ts`) is a file of that name, which other
 * programs import, or which Jest runs (`// shelf.test.ts`).
 *
 * @typedef {object} Program
 * @property {string} file
 * @property {string} code without its file name
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
  const blocks = [...text.matchAll(/^```ts\n(?:\/\/ (\S+\.ts)\n)?([^]*?)^```\n(?:\n```text\n([^]*?)^```\n)?/gm)];
  return blocks.map(([, file, code = '', prints], index) => ({
    file: file ?? `program-${index + 1}.ts`,
    code,
    prints,
  }));
}

/** @param {Program} program */
export const isTest = ({ file }) => file.endsWith('.test.ts');

/**
 * Returns the problems for a reader who copies a program from a README. A program must contain its imports, and it must
 * be run. If it needs a service of others, the README must say this.
 *
 * @param {string} text of a README
 * @returns {readonly string[]}
 */
export function unclearPrograms(text) {
  const programs = programsOf(text);
  return programs.flatMap((program) => {
    const { file, code, prints } = program;
    const [first] = code.split('\n');
    const imported = `from './${file.replace(/ts$/, 'js')}'`;
    const isRun = prints !== undefined || isTest(program) || programs.some((other) => other.code.includes(imported));
    return [
      ...(code.startsWith('import ')
        ? []
        : [`the program that begins with "${first}" does not begin with its imports`]),
      ...(isRun || /^\/\/ Needs\b/m.test(code)
        ? []
        : [
            `nothing checks the program that begins with "${first}": show its output, write "// Needs" in it, or import it in another program`,
          ]),
    ];
  });
}

/**
 * Returns the entries that no program of the README imports. No test would show whether such entries can be imported.
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
