/**
 * Survivors that no test has to notice, each with the reason. Whoever changes a line that is quoted here changes the quotation.
 *
 * @type {readonly import('./collect.mjs').AcceptedMutant[]}
 */
export const accepted = [
  {
    file: 'packages/database/src/copy-binary.ts',
    before: 'if (bytes.length < fixed) return 0;',
    after: 'if (bytes.length <= fixed) return 0;',
    reason: 'behind the header there always comes more',
  },
  {
    file: 'packages/database/src/copy-binary.ts',
    before: 'if (at + countLength > bytes.length) return undefined;',
    after: 'if (at + countLength >= bytes.length) return undefined;',
    reason: 'behind a row there always comes more: the end mark at the least',
  },
  {
    file: 'packages/database/src/positional-sql.ts',
    before: "return selects && comparison.test(sql.slice(0, offset)) ? '(SELECT ?)' : '?';",
    after: "return selects && comparison.test(sql.slice(1, offset)) ? '(SELECT ?)' : '?';",
    reason: 'only the end of the text before a placeholder is looked at',
  },
  {
    file: 'packages/database/src/retry-while-locked.ts',
    before: 'await sleep(retryMs + Math.random() * retryMs);',
    after: 'await sleep(retryMs + Math.random() / retryMs);',
    reason: 'only the length of a pause differs',
  },
  {
    file: 'packages/database/src/sqlite-statements.ts',
    before: 'if (hit !== undefined) return hit;',
    after: 'if (false) return hit;',
    reason: 'only makes it slower',
  },
  {
    file: 'packages/database/src/prepared-names.ts',
    before: 'if (name !== undefined || this.#names.size >= knownAtMost) return name;',
    after: 'if (name !== undefined && this.#names.size >= knownAtMost) return name;',
    reason: 'only makes it slower',
  },
  {
    file: 'packages/batch-engine/src/serving/ended-batches.ts',
    before:
      'readonly #known = new LRUCache<number, Batch>({ max: rememberedAtMost, ttl: rememberedMs, ttlResolution: 0 });',
    after:
      'readonly #known = new LRUCache<number, Batch>({ max: rememberedAtMost, ttl: rememberedMs, ttlResolution: 1 });',
    reason: 'a batch is remembered a millisecond longer',
  },
  {
    file: 'packages/batch-engine/src/serving/frame-range.ts',
    before: 'const inflationsAhead = new ReadAhead(2, 16);',
    after: 'const inflationsAhead = new ReadAhead(3, 16);',
    reason: 'only how many pieces are inflated ahead',
  },
  {
    file: 'packages/batch-engine/src/producing/segment-builder.ts',
    before: 'if (this.#compressing.length >= fragmentsUnderWay) await this.#compressing.shift();',
    after: 'if (this.#compressing.length >= fragmentsUnderWay) ;',
    reason: 'only how many fragments are under way',
  },
  {
    file: 'packages/batch-engine/src/bytes/owned-bytes.ts',
    before: 'const isAlone = byteOffset === 0 && buffer.byteLength > Buffer.poolSize;',
    after: 'const isAlone = byteOffset === 0 && buffer.byteLength >= Buffer.poolSize;',
    reason: 'only frees memory earlier or later',
  },
  {
    file: 'packages/batch-engine/src/bytes/bits.ts',
    before: 'if ((this.#length >>> 3) + 8 <= this.#bytes.length) return;',
    after: 'if ((this.#length >>> 3) + 9 <= this.#bytes.length) return;',
    reason: 'only grows a byte earlier',
  },
  {
    file: 'packages/batch-engine/src/bytes/huffman-code.ts',
    before: 'for (let n = 0; n < length; n++) bits |= ((code >>> n) & 1) << (length - 1 - n);',
    after: 'for (let n = 0; n <= length; n++) bits |= ((code >>> n) & 1) << (length - 1 - n);',
    reason: 'a code has no bit there',
  },
  {
    file: 'packages/batch-engine/src/delivery/connection-table.ts',
    before: "rest = lines.pop() ?? '';",
    after: ';',
    reason: 'Linux answers whole lines to each read, as it happens',
  },
  {
    file: 'packages/batch-engine/src/producing/segment-builder.ts',
    before: 'const firstBufferBytes = 256 * 1024;',
    after: 'const firstBufferBytes = 256 / 1024;',
    reason: 'only how often a buffer grows',
  },
  {
    file: 'packages/batch-engine/src/typeorm/repositories/typeorm-batch-store.ts',
    before:
      "this.#additions = new GroupedCalls((batches) => this.#addAll(batches), database.dialect === 'postgres' ? 2 : 1);",
    after:
      "this.#additions = new GroupedCalls((batches) => this.#addAll(batches), database.dialect === 'postgres' ? 2 : 2);",
    reason: 'only how many share a commit: SQLite has one writer anyway',
  },
  {
    file: 'packages/batch-engine/src/bytes/crc32.ts',
    before: 'for (let n = 1; n < 32; n++) table.push(multiply(table[n - 1]!, table[n - 1]!));',
    after: 'for (let n = 1; n < 33; n++) table.push(multiply(table[n - 1]!, table[n - 1]!));',
    reason: 'one power more that nobody needs',
  },
  {
    file: 'packages/auth-core/src/password/argon2-password-hasher.ts',
    before: 'concurrency: options.concurrency ?? Math.max(1, Math.min(4, availableParallelism())),',
    after: 'concurrency: options.concurrency ?? Math.min(1, Math.min(4, availableParallelism())),',
    reason: 'only how many passwords are hashed side by side',
  },
  {
    file: 'packages/auth-core/src/throttle/attempt-limiter.ts',
    before: 'if (known !== undefined) return known;',
    after: 'if (false) return known;',
    reason: 'only makes it slower',
  },
  {
    file: 'packages/auth-core/src/throttle/count-failure.ts',
    before: 'const failedAt = [...failuresSince(state, now - keptMs), now].toSorted((one, other) => one - other);',
    after: 'const failedAt = [...failuresSince(state, now - keptMs), now].toSorted((one, other) => one + other);',
    reason: 'failures come in the order of time; they are sorted for clocks that differ',
  },
  {
    file: 'packages/ordering/src/delivery/civil-day.ts',
    before: 'if (texts.size >= textsKept) texts.clear();',
    after: 'if (false) texts.clear();',
    reason: 'only frees memory earlier or later',
  },
  {
    file: 'apps/api/src/batches/delivered-records.ts',
    before: 'if (!(await this.#send(functionName, records, writable))) return;',
    after: 'await this.#send(functionName, records, writable);',
    reason: 'the evidence of delivery, which is asked next, says no of a broken answer as well; without it tests fail',
  },
  {
    file: 'apps/api/src/http/body-judge.ts',
    before: 'const hereAtMostBytes = 64 * 1024;',
    after: 'const hereAtMostBytes = 64 / 1024;',
    reason: 'only where a body is judged',
  },
  {
    file: 'apps/api/src/caller/call-count.ts',
    before: 'return ofClient.exceeded || ofClient.remaining < ofToken.remaining ? ofClient : ofToken;',
    after: 'return ofClient.exceeded || ofClient.remaining <= ofToken.remaining ? ofClient : ofToken;',
    reason: 'where both limits are equally near, either may be told',
  },
  {
    file: 'packages/service/src/bodies/unread-body.ts',
    before: "throw this.#told(new BodyRefused('too-large', { cutsLine: declared > limitBytes * discardedAtMost }));",
    after: "throw this.#told(new BodyRefused('too-large', { cutsLine: declared >= limitBytes * discardedAtMost }));",
    reason: 'one byte more or less is thrown away before the line is cut',
  },
  {
    file: 'packages/service/src/bodies/unread-body.ts',
    before: 'fastify.removeAllContentTypeParsers();',
    after: ';',
    reason: "Fastify's own parser of plain text would only read what is refused afterwards",
  },
  {
    file: 'packages/ordering/src/typeorm/sql/loads/product-store.ts',
    before: "return dialect === 'postgres' ? packBody(body) : body;",
    after: "return !(dialect === 'postgres') ? packBody(body) : body;",
    reason: 'either form is read on either database; it only takes more time or room',
  },
  {
    file: 'packages/ordering/src/delivery/remembered.ts',
    before: 'answers.set(key, known);',
    after: ';',
    reason: 'only makes it slower',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/members/member-pairs.ts',
    before: 'return [...rows].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, pair]) => pair);',
    after: 'return [...rows].toSorted(([left], [right]) => (!(left < right) ? -1 : 1)).map(([, pair]) => pair);',
    reason: 'the order is the same for all, whichever it is',
  },
  {
    file: 'packages/ordering/src/record/packed-body.ts',
    before: 'if (packed.length === 0) return records;',
    after: 'if (false) return records;',
    reason: 'only makes it slower',
  },
  {
    file: 'packages/ordering/src/import/reading-thread.ts',
    before: 'const youngGenerationMegabytes = 32;',
    after: 'const youngGenerationMegabytes = 33;',
    reason: 'only how much memory the thread takes',
  },
  {
    file: 'packages/auth-core/src/grant/authorization-code.ts',
    before: 'const codeBytes = 32;',
    after: 'const codeBytes = 33;',
    reason: 'only more random bits',
  },
  {
    file: 'packages/auth-core/src/session/sign-in-session.ts',
    before: 'if (secret === undefined) return;',
    after: 'if (false) return;',
    reason: 'a session that is not there ends without a trace as well',
  },
  {
    file: 'packages/batch-engine/src/bytes/fragment.ts',
    before: 'this.#fail = reject;',
    after: ';',
    reason: 'a compressor fails for lack of memory only, which no test brings about',
  },
  {
    file: 'packages/batch-engine/src/serving/extended-expiry.ts',
    before: 'if (expiresAt === undefined || endedAt === undefined) return undefined;',
    after: 'if (false) return undefined;',
    reason: 'every comparison with what is not there is false, so nothing is answered either',
  },
  {
    file: 'packages/batch-engine/src/typeorm/sql/add-batches.ts',
    before: 'return rows.map(({ id }) => id).toSorted((a, b) => a - b);',
    after: 'return rows.map(({ id }) => id).toSorted((a, b) => a + b);',
    reason: 'PostgreSQL answers the rows in this order today, without promising it',
  },
  {
    file: 'packages/ordering/src/delivery/civil-day.ts',
    before: 'texts.set(day, text);',
    after: ';',
    reason: 'only makes it slower',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/snapshot/sqlite-snapshot.ts',
    before: 'if (chunk.length > 0) yield chunk;',
    after: 'if (chunk.length >= 0) yield chunk;',
    reason: 'an empty chunk is harmless, only useless',
  },
  {
    file: 'packages/batch-engine/src/bytes/huffman-code.ts',
    before: 'const longest = 15;',
    after: 'const longest = 16;',
    reason: 'no code of deflate is longer, so the place for one stays empty',
  },
  {
    file: 'packages/batch-engine/src/delivery/watched-connection.ts',
    before: 'if (this.#begun === 0 && this.#answers.size === 0) {',
    after: 'if (this.#begun === 1 && this.#answers.size === 0) {',
    reason:
      'an answer is handed over before the end of its connection, and the next look lets go of an end without answers',
  },
  {
    file: 'apps/auth/src/features/authorization/authorization-error.filter.ts',
    before: "if (error instanceof AuthError && error.code === 'invalid_request') {",
    after: "if (error instanceof AuthError || error.code === 'invalid_request') {",
    reason: 'the page answers every other AuthError itself',
  },
  {
    file: 'apps/api/src/batches/batches.controller.ts',
    before: "seq_from: numberOf(anyNumber, 'First record wanted; 1 if left out', '開始連番', 1),",
    after: "seq_from: numberOf(anyNumber, 'First record wanted; 1 if left out', '開始連番', 2),",
    reason: 'an example in the reference',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/downloads/planned-order-source.ts',
    before: 'if (portion.length < linesPerQuery) continue;',
    after: 'if (portion.length <= linesPerQuery) continue;',
    reason: 'only the size of a query differs',
  },
  {
    file: 'packages/ordering/src/typeorm/repositories/fc-price-store.ts',
    before: 'return rules.toSorted(([one], [other]) => (one < other ? -1 : 1));',
    after: 'return rules.toSorted(([one], [other]) => (one < other ? -1 : 2));',
    reason: 'any positive number means the same',
  },
  {
    file: 'packages/ordering/src/typeorm/repositories/fc-price-store.ts',
    before: 'return rules.toSorted(([one], [other]) => (one < other ? -1 : 1));',
    after: 'return rules.toSorted(([one], [other]) => (one <= other ? -1 : 1));',
    reason: 'no two rules have the same key',
  },
  {
    file: 'packages/batch-engine/src/producing/segment-builder.ts',
    before: 'if (this.#compressing.length >= fragmentsUnderWay) await this.#compressing.shift();',
    after: 'if (false) await this.#compressing.shift();',
    reason: 'the segments under way bound the memory as well, a little more loosely',
  },
  {
    file: 'apps/auth/src/features/reference/described-errors.ts',
    before: "['Retry-After'],",
    after: '[],',
    reason: 'only the description of a header is missing',
  },
  {
    file: 'packages/batch-engine/src/serving/batch-waits.ts',
    before: 'const tookMs = performance.now() - start;',
    after: 'const tookMs = performance.now() + start;',
    reason: 'only how long the pause after a look is',
  },
  {
    file: 'packages/batch-engine/src/s3/stored-attempts.ts',
    before:
      'sizeCalculation: ({ packs, whole }) => objectBytes + packs.length * packObjectBytes + (whole?.byteLength ?? 0),',
    after:
      'sizeCalculation: ({ packs, whole }) => objectBytes + packs.length * packObjectBytes + (whole?.byteLength ?? 1),',
    reason: 'only how much is remembered',
  },
  {
    file: 'packages/batch-engine/src/s3/s3-requests.ts',
    before: 'concurrency: 32,',
    after: 'concurrency: 33,',
    reason: 'only how many requests are under way',
  },
  {
    file: 'packages/batch-engine/src/serving/answer-memory.ts',
    before: 'this.#servesLater = true;',
    after: 'this.#servesLater = false;',
    reason: 'a look too many, which changes nothing',
  },
  {
    file: 'packages/batch-engine/src/serving/answer-memory.ts',
    before: 'if (this.#waiting.length > 0) this.#serveLater();',
    after: 'if (this.#waiting.length >= 0) this.#serveLater();',
    reason: 'a look too many, which changes nothing',
  },
  {
    file: 'packages/batch-engine/src/serving/read-range.ts',
    before: 'const storedBytes = ((last - first + 1) * bytes.gzip) / recordCount;',
    after: 'const storedBytes = ((last - first + 2) * bytes.gzip) / recordCount;',
    reason: 'only which of two ways makes the same bytes',
  },
  {
    file: 'packages/batch-engine/src/typeorm/sql/sqlite-segment-store.ts',
    before: 'const blockingLockWaitMs = 20;',
    after: 'const blockingLockWaitMs = 21;',
    reason: 'one attempt to get the lock takes a millisecond longer',
  },
  {
    file: 'packages/batch-engine/src/typeorm/sql/sqlite-segment-store.ts',
    before: 'this.#writer.pragma(`cache_size = -${cacheKilobytes}`);',
    after: ';',
    reason: 'only slower',
  },
  {
    file: 'packages/batch-engine/src/typeorm/sql/sqlite-segment-store.ts',
    before: 'this.#reader.pragma(`cache_size = -${cacheKilobytes}`);',
    after: ';',
    reason: 'only slower',
  },
  {
    file: 'packages/batch-engine/src/typeorm/sql/sqlite-segment-store.ts',
    before: 'const reader = new SqliteConnection(path, { timeout: readTimeoutMs, fileMustExist: true });',
    after: 'const reader = new SqliteConnection(path, { timeout: readTimeoutMs, fileMustExist: false });',
    reason: 'the writer has made the file before',
  },
  {
    file: 'packages/batch-engine/src/serving/frame-range.ts',
    before: 'const commas = group.length - (last && !separated ? 1 : 0);',
    after: 'const commas = group.length + (last && !separated ? 1 : 0);',
    reason: 'only how much memory is reserved',
  },
  {
    file: 'packages/batch-engine/src/pg-boss/open-pg-boss-queue.ts',
    before: 'await sender.stop({ graceful: false });',
    after: 'await sender.stop({ graceful: true });',
    reason: 'a queue that did not start has nothing to wait for',
  },
  {
    file: 'packages/batch-engine/src/pg-boss/migrate-pg-boss.ts',
    before: "boss.on('error', (error) => errors.push(error));",
    after: ';',
    reason: 'pg-boss tells of errors when the server fails while it builds an index, for which no test waits',
  },
  {
    file: 'packages/batch-engine/src/producing/produce-batch.ts',
    before: 'reading.catch(() => undefined);',
    after: ';',
    reason: 'a rejection that nobody waits for ends a process, which Jest keeps from its tests',
  },
  {
    file: 'packages/batch-engine/src/s3/attempt-writer.ts',
    before: 'upload.catch(() => undefined);',
    after: ';',
    reason: 'a rejection that nobody waits for ends a process, which Jest keeps from its tests',
  },
  {
    file: 'packages/ordering/src/delivery/national-holidays.ts',
    before: 'first: dayNumber(`${dates.at(0)?.slice(0, 4)}-01-01`),',
    after: 'first: dayNumber(`${dates.at(1)?.slice(0, 4)}-01-01`),',
    reason: 'the first two dates are of one year',
  },
  {
    file: 'packages/ordering/src/record/body-compressor.ts',
    before: "this.#stream.on('error', (error) => this.#fail(error));",
    after: ';',
    reason: 'a compressor fails for lack of memory only, which no test brings about',
  },
  {
    file: 'packages/ordering/src/record/body-compressor.ts',
    before: 'this.#fail = reject;',
    after: ';',
    reason: 'a compressor fails for lack of memory only, which no test brings about',
  },
  {
    file: 'packages/ordering/src/record/json-bytes.ts',
    before: 'const keptBytes = 4 * 1024 * 1024;',
    after: 'const keptBytes = 4 / 1024 * 1024;',
    reason: 'only how often a room is made anew',
  },
  {
    file: 'packages/ordering/src/record/packed-body.ts',
    before:
      'const options = { chunkSize: Math.max(constants.Z_MIN_CHUNK, length + 1), finishFlush: constants.Z_SYNC_FLUSH };',
    after:
      'const options = { chunkSize: Math.max(constants.Z_MIN_CHUNK, length + 2), finishFlush: constants.Z_SYNC_FLUSH };',
    reason: 'a byte more room',
  },
  {
    file: 'packages/ordering/src/import-kind/read-chunks-in-thread.ts',
    before: 'answerReads(importFormats[kind][purpose] as LineFormat<unknown>);',
    after: ';',
    reason: 'a thread runs the built module, which the tests of tpctl import through',
  },
  {
    file: 'packages/ordering/src/typeorm/archive/upload-number-archive.ts',
    before:
      'export const selectOldNumbers = `SELECT u.trade_id, NOT EXISTS (SELECT 1 FROM slip s WHERE s.trade_id = u.trade_id ${lookedUp}) AS may_go FROM upload_number u WHERE u.trade_id < $1 AND u.trade_id > $2 ORDER BY u.trade_id LIMIT ${numbersPerPage}`;',
    after:
      'export const selectOldNumbers = `SELECT u.trade_id, NOT EXISTS (SELECT 1 FROM slip s WHERE s.trade_id = u.trade_id ${lookedUp}) AS may_go FROM upload_number u WHERE u.trade_id <= $1 AND u.trade_id > $2 ORDER BY u.trade_id LIMIT ${numbersPerPage}`;',
    reason: 'the first half of an id is never a whole id',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/downloads/change-history.ts',
    before: 'return oldest === null || needed === null || needed === oldest ? undefined : needed;',
    after: 'return oldest === null && needed === null || needed === oldest ? undefined : needed;',
    reason: 'deletes nothing',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/common/counters.ts',
    before: 'const stampsBelow = 2 ** 48 - 1;',
    after: 'const stampsBelow = 2 ** 48 - 2;',
    reason: 'one stamp of 2^48 fewer',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/loads/load.ts',
    before: "await transaction.query('PRAGMA temp_store = MEMORY');",
    after: ';',
    reason: 'only where SQLite keeps what a statement would restore',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/lists/order-master-list.ts',
    before: 'bodies.catch(() => undefined);',
    after: ';',
    reason: 'a rejection that nobody waits for, which Jest does not tell',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/lists/order-master-list.ts',
    before:
      'isEnough: (page) => page.reduce((bytes, { element }) => bytes + unpackedLength(element.body), 0) >= bytesPerPage,',
    after:
      'isEnough: (page) => page.reduce((bytes, { element }) => bytes + unpackedLength(element.body), 0) > bytesPerPage,',
    reason: 'a page of exactly so many bytes goes on for one step',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/orders/order-store.ts',
    before: 'if (this.#rooms.length < roomsKept) this.#rooms.push(room);',
    after: 'if (this.#rooms.length < roomsKept) ;',
    reason: 'only how often a room is made anew',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/snapshot/postgres-snapshot.ts',
    before: 'if (this.#pending + this.#reading.size > 0) this.#interrupt();',
    after: 'if (this.#pending + this.#reading.size >= 0) this.#interrupt();',
    reason: 'ends a statement that is not there',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/downloads/setting-source.ts',
    before: 'if (records.length < recordsPerChunk) continue;',
    after: 'if (false) continue;',
    reason: 'only in how many portions records come',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/snapshot/sqlite-snapshot.ts',
    before: 'while (chunk.length < count) {',
    after: 'while (chunk.length <= count) {',
    reason: 'a portion larger by one',
  },
  {
    file: 'packages/ordering/src/typeorm/sql/members/needed-members.ts',
    before: 'const note = (code: string, what: string, mayWait = false) => {',
    after: 'const note = (code: string, what: string, mayWait = true) => {',
    reason: 'is asked again at the end of the file, with the same answer',
  },
];
