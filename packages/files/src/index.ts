export { FileError, type FileErrorCode, fileFailure, withFile } from './file-error.js';
export { FileLock, type LockOptions, type LockTimes, withFileLock } from './lock/file-lock.js';
export { findTarget, type PlainTarget, type StreamTarget, type Target } from './target/find-target.js';
export { endStream, openStream } from './target/open-stream.js';
export { flushFile, flushFolder, putInPlace } from './target/put-in-place.js';
export { type ReplaceFileOptions, replaceFile } from './target/replace-file.js';
export { decodeText, firstWrongByte } from './text/decode-text.js';
export { firstLine, type ReadTextOptions, readText, textOf } from './text/read-text.js';
export { utf8Of } from './text/utf8-of.js';
