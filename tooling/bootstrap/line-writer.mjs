/** The maximum number of bytes that wait for a slow reader. Further lines are lost. */
const waitingBytesAtMost = 1_048_576;

/**
 * Returns a function that writes lines to a stream. If the reader is slow or has gone, or if the disk is full, lines
 * are lost but the program continues.
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
