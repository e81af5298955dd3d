export {
  callerFolder,
  callerPath,
  fileError,
  type Input,
  openInput,
  parseObject,
  readInputText,
  readObject,
} from './caller-file.js';
export { CliError, type CliErrorCode } from './cli-error.js';
export { examples } from './command-help.js';
export { confirmed } from './confirmed.js';
export { failureText, type KnownErrors, oneLine } from './failure-text.js';
export { interruptSignal } from './interrupt-signal.js';
export { keepYoungGenerationSmall } from './keep-young-generation-small.js';
export { collect, readCount } from './option-values.js';
export { momentText, type Outcome, print, remark, table, textWidth } from './output.js';
export { ProgressLine } from './progress-line.js';
export { readSecret } from './read-secret.js';
export { hasReaderLeft, newProgram, type ProgramOptions, runProgram } from './run-program.js';
export { writeLines } from './write-lines.js';
