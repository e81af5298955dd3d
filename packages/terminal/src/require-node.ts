/** The lowest version of Node on which the programs run, as in `engines.node` of their packages. */
const lowest = [22, 13] as const;

/**
 * Ends the process with one sentence and exit code 1 if its Node is too old. A program calls this before it imports any
 * other code, because that code may fail on an old Node with an error that does not name the reason.
 *
 * @param program the name of the program, with which the sentence begins
 */
export function requireNode(program: string): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > lowest[0] || (major === lowest[0] && minor >= lowest[1])) return;
  const found = `${process.execPath} is version ${process.versions.node}`;
  process.stderr.write(`${program}: needs Node ${lowest.join('.')} or newer, and ${found}\n`);
  process.exit(1);
}
