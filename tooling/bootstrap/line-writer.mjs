/** What may wait for a reader that takes nothing; lines beyond it are lost. */
const waitingBytesAtMost = 1_048_576;

/**
 * Answers what writes lines to a stream whose reader may be gone or take nothing, or whose disk may be full. Then lines are lost,
 * and we go on.
 *
 * @param {NodeJS.WriteStream} out
 * @returns {(line: string) => void}
 */
export function lineWriter(out) {
  let lost = 0;
  out.on('error', () => undefined);
  return (line) => {
    if (out.writableLength > waitingBytesAtMost) {
      lost += 1;
      return;
    }
    if (lost > 0) out.write(`… ${lost} lines are missing here: nothing took them.\n`);
    lost = 0;
    out.write(`${line}\n`);
  };
}
