/**
 * Bugs that a person could write, in places where they would do harm. Each bug has a description of the mistake, a text
 * that occurs exactly once in the file, and the text that replaces it. The files in `tests` are run first. If you
 * change a text that is quoted here, change the quotation as well.
 *
 * @type {readonly import('./collect.mjs').KeptBugs[]}
 */
export const kept = [
  {
    file: 'packages/ordering/src/delivery/shortest-delivery-date.ts',
    tests: ['packages/ordering/src/delivery/judge-products.test.ts'],
    bugs: [
      ['an order exactly at the closing time still counts for the day', 'second < closes', 'second <= closes'],
      [
        'the lead time is added to the delivery period',
        'Math.max(leadTime, deliveryPeriod)',
        'leadTime + deliveryPeriod',
      ],
      [
        'the lead time includes days that the seller does not count',
        'day <= limit && calendar.isNonCounting(day)',
        'false',
      ],
      ['a closing time applies on a day without order reception', '|| !isReceptionDay(sent.day, calendar)', ''],
      ['orders are accepted on a day that matches no closing setting', 'anyApplies && setting === undefined', 'false'],
      [
        'the search for a delivery day looks at one day too many',
        'ownLimits.deliverySearchDays',
        'ownLimits.deliverySearchDays + 1',
      ],
    ],
  },
  {
    file: 'packages/ordering/src/delivery/judge-products.ts',
    tests: ['packages/ordering/src/delivery/judge-products.test.ts'],
    bugs: [['an order for the earliest possible day is refused', 'wish <', 'wish <=']],
  },
  {
    file: 'packages/ordering/src/delivery/closing-setting.ts',
    tests: ['packages/ordering/src/delivery/judge-products.test.ts'],
    bugs: [
      [
        'settings of the seller come before settings of the buyer',
        "one.setBy === 'seller') - Number(other",
        "other.setBy === 'seller') - Number(one",
      ],
      ['a national holiday on a weekday counts as a weekday', '|| nationalHolidayOn(day) !== undefined', ''],
      ['a version applies only from the day after its date', 'startOf(version) <=', 'startOf(version) <'],
    ],
  },
  {
    file: 'packages/ordering/src/delivery/non-trading-day.ts',
    tests: ['packages/ordering/src/delivery/judge-products.test.ts'],
    bugs: [
      ['a setting that only warns refuses the order', '&& !onlyWarns', ''],
      ['a setting that is switched off still applies', 'established && !', 'true && !'],
      ['a yearly period that includes the new year is empty', 'monthDay >= from ||', 'monthDay >= from &&'],
    ],
  },
  {
    file: 'packages/ordering/src/fc-price/fc-price-rule.ts',
    tests: ['packages/ordering/src/fc-price/fc-prices.test.ts'],
    bugs: [
      ['a rule already ends on the day before its last day', '<= rule.validTo', '< rule.validTo'],
      ['the oldest rule wins', '> other.validFrom', '< other.validFrom'],
      ['rules of a category win over rules of a line', 'lines, ...categories', 'categories, ...lines'],
    ],
  },
  {
    file: 'packages/ordering/src/fc-price/calculate-fc-price.ts',
    tests: ['packages/ordering/src/fc-price/fc-prices.test.ts'],
    bugs: [['the rate is not added to 100 %', 'hundredPercent +', '']],
  },
  {
    file: 'packages/ordering/src/decimal/exact-decimal.ts',
    tests: ['packages/ordering/src/fc-price/fc-prices.test.ts', 'packages/ordering/src/tax/worked-slips.test.ts'],
    bugs: [
      ['halves are rounded down', 'size * 2n <', 'size * 2n <='],
      ['a negative number is rounded up towards 0', 'numerator < 0n ? -1n', 'numerator < 0n ? 1n'],
    ],
  },
  {
    file: 'packages/ordering/src/tax/tax-of-lines.ts',
    tests: ['packages/ordering/src/tax/worked-slips.test.ts'],
    bugs: [
      ['lines with mixed prices are taxed as if all prices included tax', 'lines.every(', 'lines.some('],
      [
        'prices that include tax are not converted before they are taxed',
        '=> withoutTax(line, rate, rounding)',
        '=> line.amount',
      ],
    ],
  },
  {
    file: 'packages/ordering/src/tax/effective-price.ts',
    tests: ['packages/ordering/src/tax/effective-price.test.ts'],
    bugs: [['the approved price starts a day late', 'price_change_st_date <=', 'price_change_st_date <']],
  },
  {
    file: 'packages/ordering/src/tax/header-amounts.ts',
    tests: ['packages/ordering/src/tax/worked-slips.test.ts'],
    bugs: [['an exempt seller shows a registration number', 'kbn === invoiceMemberKbn.exempt', 'false']],
  },
  {
    file: 'packages/ordering/src/fc-price/fc-prices.ts',
    tests: ['packages/ordering/src/fc-price/fc-prices.test.ts'],
    bugs: [['the prices of stores of other owners are shown', '|| !isVisible(caller, store)', '']],
  },
  {
    file: 'packages/ordering/src/typeorm/sql/loads/slip-store.ts',
    tests: ['packages/ordering/test/trade-import.test.ts'],
    bugs: [
      [
        'a line is skipped if it restores the stored content after an earlier line of its chunk',
        'hasContentOf(entry.state,',
        'hasContentOf(entry.before,',
      ],
    ],
  },
  {
    file: 'packages/ordering/src/typeorm/sql/downloads/trade-selection.ts',
    tests: [
      'packages/ordering/test/trade-filters.test.ts',
      'packages/ordering/test/query-plans.test.ts',
      'packages/ordering/test/trade-import.test.ts',
    ],
    bugs: [
      ['a mark also counts for newer versions of the slip', 'AND d.version >= s.version', ''],
      ['slips without the requested date are also returned', "`${day} <> ''`", "'1 = 1'"],
      [
        'slips are sorted by member before trade_id',
        '${day}, s.trade_id, s.member_code_self',
        '${day}, s.member_code_self, s.trade_id',
      ],
      ['the field self_group_code is not searched', ", 's.self_group_code'", ''],
      ['a filter reads the column of another filter', '`s.${field}`', '`s.use_ac_svc`'],
      ['a mark of one system is valid only for the other systems of the member', 'd.client_id =', 'd.client_id <>'],
    ],
  },
  {
    file: 'packages/ordering/src/trade/field-columns.ts',
    tests: ['packages/ordering/test/trade-filters.test.ts'],
    bugs: [['an empty flag does not get its default value', "codes[field]?.ifEmpty ?? ''", "''"]],
  },
  {
    file: 'packages/ordering/src/member/is-visible.ts',
    tests: ['packages/ordering/test/visibility.property.test.ts'],
    bugs: [['an FC owner does not see its stores', "'fcOwnerMemberCode',", '']],
  },
  {
    file: 'packages/batch-engine/src/typeorm/repositories/typeorm-batch-store.ts',
    tests: ['packages/batch-engine/test/batch-store.test.ts'],
    bugs: [
      ['the list contains batches of other clients of the member', 'clientId: owner.clientId,', ''],
      ['a batch that has ended can be cancelled', "state: In(['waiting', 'processing']),", ''],
    ],
  },
  {
    file: 'packages/batch-engine/src/serving/find-batch.ts',
    tests: ['apps/api/test/batches.e2e.test.ts'],
    bugs: [
      [
        'every client can read the batches of all clients of its member',
        '(batch.clientId !== ref.clientId && ref.memberWide !== true) ||',
        '',
      ],
    ],
  },
  {
    file: 'packages/batch-engine/src/serving/cancel-batch.ts',
    tests: ['apps/api/test/batches.e2e.test.ts'],
    bugs: [
      [
        'a client that may read the batches of other clients may also discard them',
        '{ ...ref, memberWide: false }',
        'ref',
      ],
    ],
  },
  {
    file: 'packages/batch-engine/src/typeorm/sql/change-attempt.ts',
    tests: ['packages/batch-engine/test/batch-store.test.ts'],
    bugs: [['a worker renews an attempt that another worker has taken over', 'attempt = $6', '$6 = $6']],
  },
  {
    file: 'packages/batch-engine/src/producing/produce-batch.ts',
    tests: ['packages/batch-engine/test/produce-batch.test.ts'],
    bugs: [
      ['a finished batch is not sealed on disk', 'await segments.seal(batch);', ''],
      ['the segments of earlier attempts are not removed', 'await segments.removeEarlierAttempts(batch);', ''],
    ],
  },
  {
    file: 'packages/batch-engine/src/producing/batch-worker.ts',
    tests: ['packages/batch-engine/test/batch-worker.test.ts', 'packages/batch-engine/test/batch-engine.test.ts'],
    bugs: [
      ['an attempt continues although its renewals fail', 'renewedAt > leaseMs', 'renewedAt < 0'],
      ['a batch without records ends as finished instead of empty', "=== 0 ? 'empty'", "=== 0 ? 'finished'"],
      ['a batch is tried again after a permanent failure', 'permanent ||', ''],
      ['a batch is tried once too often', 'failures + 1 >=', 'failures >='],
    ],
  },
  {
    file: 'packages/batch-engine/src/typeorm/sql/find-key.ts',
    tests: ['packages/batch-engine/test/batch-store.test.ts'],
    bugs: [
      ['the key of an expired batch cannot be used again', '(k.expires_at IS NULL OR k.expires_at > $5)', '$5 = $5'],
      [
        'a key that was used with other content repeats the batch',
        'idempotency_digest === digest',
        'idempotency_digest !== undefined',
      ],
    ],
  },
  {
    file: 'packages/batch-engine/src/serving/select-range.ts',
    tests: ['packages/batch-engine/test/batch-engine.test.ts'],
    bugs: [['an unaligned range begins at its segment', 'number === first.segment ? first.record : 0', '0']],
  },
  {
    file: 'packages/auth-core/src/grant/reissue.ts',
    tests: ['packages/auth-core/test/code-and-reissue.test.ts', 'packages/auth-core/test/rights.test.ts'],
    bugs: [
      [
        'a repeated answer contains a token that was revoked when a right was removed',
        'readTokenId(claims.tokenId)?.clientGeneration === client.generation',
        'true',
      ],
      ['a refresh token of another client is accepted', 'grant.clientId !== client.clientId', 'false'],
      ['a replaced token does not end the grant', "grants.end(grant.grantId, 'replayed', ", 'audit.append('],
      [
        'a replaced token stays valid as long as its successor',
        'now >= replacedAt + context.settings.reissueGraceSeconds * 1000',
        'false',
      ],
    ],
  },
  {
    file: 'packages/auth-core/src/grant/exchange-code.ts',
    tests: ['packages/auth-core/test/code-and-reissue.test.ts'],
    bugs: [
      ['a code is valid for another client', 'code.clientId !== client.clientId', 'false'],
      ['a code is valid for another callback address', 'code.redirectUri !== redirectUri', 'false'],
      ['the repeated use of a code does not end the grant', "grants.end(code.grantId, 'replayed', ", 'audit.append('],
    ],
  },
  {
    file: 'packages/auth-core/src/grant/common-rights.ts',
    tests: ['packages/auth-core/test/rights.test.ts'],
    bugs: [['a grant has more rights than its page showed', 'grant.rights.includes(right)', 'true']],
  },
  {
    file: 'packages/auth-core/src/grant/issue-by-client-credentials.ts',
    tests: ['packages/auth-core/test/service-account.test.ts'],
    bugs: [['another scope is accepted', "refuseOtherScope(request.body.get('scope'), scope);", '']],
  },
  {
    file: 'packages/auth-core/src/typeorm/repositories/typeorm-client-store.ts',
    tests: ['packages/auth-core/test/stores.test.ts'],
    bugs: [
      [
        'tokens keep a right that the client has lost',
        'client.rights.some((right) => !rights.includes(right))',
        'false',
      ],
    ],
  },
  {
    file: 'packages/auth-core/src/grant/pkce.ts',
    tests: ['packages/auth-core/src/grant/pkce.test.ts'],
    bugs: [
      ['a verifier is not compared', '&& sameText(codeChallengeOf(verifier), challenge)', ''],
      ['a challenge without a verifier is accepted', 'challenge === verifier', 'true'],
    ],
  },
  {
    file: 'packages/auth-core/src/grant/find-living-grant.ts',
    tests: ['packages/auth-core/test/code-and-reissue.test.ts'],
    bugs: [['every client may introspect a token', '|| grant.clientId !== client.clientId', '']],
  },
  {
    file: 'packages/auth-core/src/grant/introspect.ts',
    tests: ['packages/auth-core/test/code-and-reissue.test.ts'],
    bugs: [['a revoked access token is active', 'holder === undefined || isRevoked', 'holder === undefined']],
  },
  {
    file: 'packages/auth-core/src/grant/revoke.ts',
    tests: ['packages/auth-core/test/code-and-reissue.test.ts'],
    bugs: [['a client can revoke the grant of another client', 'grant.clientId !== client.clientId', 'false']],
  },
  {
    file: 'packages/auth-core/src/client/client-secret.ts',
    tests: ['packages/auth-core/test/issue-by-credentials.test.ts'],
    bugs: [
      [
        'the former secret never becomes invalid',
        '(isPrevious && now < (client.previousSecretEndsAt ?? 0))',
        'isPrevious',
      ],
    ],
  },
  {
    file: 'packages/auth-core/src/client/check-redirect-uri.ts',
    tests: ['packages/auth-core/src/client/check-redirect-uri.test.ts'],
    bugs: [['a callback address without encryption may have any host', '&& loopbackHosts.has(url.hostname)', '']],
  },
  {
    file: 'packages/auth-core/src/authorization/check-authorization-request.ts',
    tests: ['packages/auth-core/test/authorization-request.test.ts'],
    bugs: [
      [
        'a callback address that begins like a registered one is accepted',
        'redirectUris.includes(redirectUri)',
        'redirectUris.some((known) => redirectUri.startsWith(known))',
      ],
      ['a client that must use PKCE can omit it', 'client.pkceRequired', 'false'],
    ],
  },
  {
    file: 'packages/auth-core/src/typeorm/repositories/typeorm-second-factor-store.ts',
    tests: ['packages/auth-core/test/stores.test.ts', 'packages/auth-core/test/second-factor.test.ts'],
    bugs: [
      ['the code of a time step works twice', 'lastStep: LessThan(step)', 'lastStep: Not(step + 1)'],
      ['an enrolment replaces a factor that was added meanwhile', ', secondFactorAt: at ?? IsNull()', ''],
      [
        'a challenge works twice',
        '!(await insertUnlessThere(transaction, challengeTable, challenge))) return { affected',
        'false) return { affected',
      ],
      ['the counter of a passkey may decrease', 'LessThan(counter)', 'Not(-1)'],
      [
        'a passkey that is already enrolled can be enrolled again',
        'return false;\n      if (authenticator',
        'return true;\n      if (authenticator',
      ],
      [
        'a recovery code works for another user',
        'RecoveryCodeEntity, { codeHash, subject }',
        'RecoveryCodeEntity, { codeHash }',
      ],
    ],
  },
  {
    file: 'packages/auth-core/src/typeorm/repositories/typeorm-user-store.ts',
    tests: ['packages/auth-core/test/own-account.test.ts', 'packages/auth-core/test/stores.test.ts'],
    bugs: [
      ['a reset link sets the password of another user', '{ subject, linkHash: resetLink', '{ linkHash: resetLink'],
      ['a reset link works after it has expired', ', expiresAt: MoreThan(at) };', ' };'],
      [
        'a page that was opened before a change overwrites the change',
        '{ userId, generation, disabledAt',
        '{ userId, disabledAt',
      ],
    ],
  },
  {
    file: 'packages/auth-core/src/account/own-sessions.ts',
    tests: ['packages/auth-core/test/own-account.test.ts'],
    bugs: [['a user can end the session of another user', ', event, subject)', ', event)']],
  },
  {
    file: 'packages/auth-core/src/account/own-grants.ts',
    tests: ['packages/auth-core/test/own-account.test.ts'],
    bugs: [['a user can end the grant of another user', 'grant?.subject !== subject', 'grant === undefined']],
  },
  {
    file: 'apps/auth/src/features/password/reset-form.ts',
    tests: ['apps/auth/test/account-pages.e2e.test.ts'],
    bugs: [['a reset link bypasses the second factor', ' || !mayEnrol(person)', '']],
  },
  {
    file: 'packages/auth-core/src/client/client-assertion.ts',
    tests: ['packages/auth-core/test/client-assertion.test.ts'],
    bugs: [
      ['a JWT for this server and another server is accepted', '|| others.length > 0', ''],
      ['a JWT may be valid for hours', 'exp > now + longestLifeSeconds', 'false'],
      ['a JWT works twice', '!(await context.assertions.use(used, replayed))', 'false'],
      ['a JWT of another type is accepted', '!allowedTypes.includes(protectedHeader.typ)', 'false'],
    ],
  },
  {
    file: 'packages/auth-core/src/factor/use-proof.ts',
    tests: ['packages/auth-core/test/second-factor.test.ts'],
    bugs: [
      [
        'wrong codes and wrong passwords of a user share one count',
        "kind: 'factor', id: user.subject",
        "kind: 'user', id: user.userId",
      ],
      [
        'if a code is used twice at the same time, the second use counts as a guess',
        'context.audit.append(refused(',
        'context.attempts.countFailure(admission, refused(',
      ],
    ],
  },
  {
    file: 'packages/auth-core/src/factor/check-second-factor.ts',
    tests: ['packages/auth-core/test/second-factor.test.ts'],
    bugs: [['the replay of a used code is not counted as a failure', ' && step > authenticator.lastStep', '']],
  },
  {
    file: 'packages/auth-core/src/factor/check-passkey.ts',
    tests: ['packages/auth-core/test/passkey.test.ts'],
    bugs: [
      [
        'an answer that was already used resets the count of failures',
        ' || (await factors.isChallengeUsed(challenge.challengeHash))',
        '',
      ],
      ['a copied passkey is not recorded as a special event', '!isCounterAhead(passkey.counter, counter)', 'false'],
    ],
  },
  {
    file: 'packages/auth-core/src/factor/passkey-answer.ts',
    tests: ['packages/auth-core/src/factor/passkey-answer.test.ts'],
    bugs: [
      ['an answer for another user is accepted', 'userHandle !== userHandleOf(subject)', 'false'],
      [
        'a key with any algorithm can be enrolled',
        'supportedAlgorithmIDs: [...passkeyAlgorithms]',
        'supportedAlgorithmIDs: [-36, 0, 5, -7]',
      ],
    ],
  },
  {
    file: 'packages/auth-core/src/session/sign-in-session.ts',
    tests: ['packages/auth-core/test/sign-in-session.test.ts'],
    bugs: [['a session never ends', '|| session.expiresAt <= context.clock.now()', '']],
  },
  {
    file: 'packages/database/src/sqlite-database.ts',
    tests: ['packages/database/test/shared-commit.test.ts', 'packages/database/test/entities.test.ts'],
    bugs: [
      ['a commit of durable and other units does not use FULL', 'units.some(', 'units.every('],
      ['on SQLite, repositories see uncommitted changes', 'this.manager = reader', 'this.manager = writer'],
      ['the writes of a failed unit are not rolled back', "this.#writer.execute('ROLLBACK TO unit');", ''],
    ],
  },
  {
    file: 'packages/database/src/postgres-database.ts',
    tests: ['packages/database/test/postgres-database.test.ts', 'packages/database/test/database.test.ts'],
    bugs: [
      ['work is not repeated after a serialization failure of PostgreSQL', "code === '40001' ||", ''],
      ['work is not repeated after a deadlock', "|| code === '40P01'", ''],
      ['a transaction that was rolled back counts as committed', "command !== 'COMMIT'", "command === ''"],
    ],
  },
  {
    file: 'apps/auth/src/browser/browser-cookies.ts',
    tests: ['apps/auth/test/kept-private.e2e.test.ts'],
    bugs: [
      ['cookies of an https server may be sent unencrypted', "'; Secure'", "''"],
      ['scripts may read the session cookie', ' HttpOnly;', ''],
    ],
  },
  {
    file: 'apps/auth/src/browser/form-token.ts',
    bugs: [
      ['a form is still valid at the moment when it ends', 'now >= endsAt', 'now > endsAt'],
      [
        'a form allows rights that its page did not show',
        'sameBytes(head.subarray(instantBytes), digestOf(binding.rights))',
        'true',
      ],
    ],
  },
  {
    file: 'apps/auth/src/browser/check-form-origin.ts',
    bugs: [['a form from another site is accepted', "site !== undefined && site !== 'same-origin'", 'false']],
  },
  {
    file: 'apps/api/src/batches/batches.controller.ts',
    tests: ['apps/api/test/delivered.e2e.test.ts'],
    bugs: [['a HEAD request marks slips', "|| request.method === 'HEAD'", '']],
  },
  {
    file: 'apps/api/src/batches/delivered-records.ts',
    tests: ['apps/api/test/delivered.e2e.test.ts', 'e2e/test/callers.test.ts'],
    bugs: [
      [
        'slips are marked although the caller wants to acknowledge them',
        'prefersToAcknowledge(request.headers.prefer)',
        'false',
      ],
      ['slips are marked although nothing shows that the answer has arrived', 'if (arrived)', ''],
    ],
  },
  {
    file: 'packages/batch-engine/src/delivery/watched-connection.ts',
    tests: ['packages/batch-engine/test/delivery-evidence.test.ts'],
    bugs: [
      ['bytes that were not acknowledged count as delivered', '- found.unacknowledgedBytes', ''],
      [
        'a request that was sent before the answer counts as evidence',
        'at: now, received: this.#socket.bytesRead',
        'at: now, received: 0',
      ],
    ],
  },
  {
    file: 'apps/auth/src/features/token/token.controller.ts',
    tests: ['apps/auth/test/kept-private.e2e.test.ts'],
    bugs: [
      ['introspection answers may be cached', '@NoStore()\n  async introspect', 'async introspect'],
      ['revocation answers may be cached', '@NoStore()\n  async revoke', 'async revoke'],
    ],
  },
  {
    file: 'apps/auth/src/features/openid/openid.controller.ts',
    tests: ['apps/auth/test/kept-private.e2e.test.ts'],
    bugs: [['the answer that says who a user is may be cached', '@NoStore()\n  get(', 'get(']],
  },
  {
    file: 'apps/auth/src/features/revocation/revocation.controller.ts',
    tests: ['apps/auth/test/kept-private.e2e.test.ts'],
    bugs: [['the revocation feed may be cached', '@NoStore()', '']],
  },
  {
    file: 'apps/auth/src/http/answer-format.ts',
    tests: ['apps/auth/test/kept-private.e2e.test.ts'],
    bugs: [['answers with tokens may be cached', 'void reply.headers(noStore);', '']],
  },
  {
    file: 'apps/api/src/caller/member-rights.ts',
    tests: ['apps/api/test/order-of-checks.e2e.test.ts'],
    bugs: [
      ['a longer scope name that contains the needed one is enough', "split(' ').", ''],
      ['a caller does not have to be a member', '(await this.directory.find(memberCode)) === undefined', 'false'],
    ],
  },
  {
    file: 'apps/api/src/http/cross-origin-rules.ts',
    tests: ['apps/api/test/cross-origin.e2e.test.ts'],
    bugs: [
      ['browsers cannot read the checksum', "'X-Range-Crc32',", ''],
      ['browsers cannot read how long to wait', "'Retry-After',", ''],
    ],
  },
  {
    file: 'apps/api/src/caller/call-count.guard.ts',
    tests: ['apps/api/test/order-of-checks.e2e.test.ts'],
    bugs: [['Retry-After is always a minute', 'String(secondsLeft)', "'60'"]],
  },
  {
    file: 'packages/auth-core/src/throttle/count-failure.ts',
    tests: ['packages/auth-core/src/throttle/count-failure.test.ts'],
    bugs: [['a failure that is exactly as old as the window still counts', 'at > now', 'at >= now']],
  },
  {
    file: 'packages/auth-core/src/typeorm/sql/insert-grant.ts',
    tests: ['packages/auth-core/test/changes-meanwhile.test.ts'],
    bugs: [['a grant is made although the password was changed meanwhile', 'u.generation =', 'u.generation >=']],
  },
  {
    file: 'packages/domain-types/src/json-bounds.ts',
    tests: ['packages/validation/src/parse-body.test.ts'],
    bugs: [
      ['a body may be nested to any depth', '> jsonBounds.depth', '< 0'],
      ['a body may contain any number of values', 'digits = 0;\n      if (++values >', 'digits = 0;\n      if (0 >'],
      [
        'lists and objects do not count as values',
        'hasOtherNumbers };\n      if (++values >',
        'hasOtherNumbers };\n      if (0 >',
      ],
      ['brackets and commas inside a string count', 'at = endOfString(json, at + 1)', 'at += 0'],
      ['an escaped quote ends a string', '=== backslash ? 2', '=== backslash ? 1'],
    ],
  },
  {
    file: 'packages/validation/src/judge-body.ts',
    tests: ['packages/validation/src/request-digest.test.ts'],
    bugs: [
      [
        'unknown fields of a small request change its digest',
        'requestDigest(value)',
        'requestDigest(parseBody(body) as object)',
      ],
    ],
  },
  {
    file: 'packages/validation/src/threads/judge-in-thread.ts',
    tests: ['packages/validation/test/judging-thread.test.ts'],
    bugs: [
      [
        'unknown fields of a large request change its digest',
        'requestDigest(value)',
        'requestDigest(parseBody(task.body) as object)',
      ],
    ],
  },
  {
    file: 'apps/api/src/http/body-judge.ts',
    tests: ['apps/api/test/largest-bodies.e2e.test.ts'],
    bugs: [['large bodies are judged on the event loop', 'length <= hereAtMostBytes', 'length > 0']],
  },
  {
    file: 'packages/service/src/bodies/body-memory.ts',
    tests: ['apps/api/test/bodies.e2e.test.ts'],
    bugs: [
      ['large bodies may use the memory reserved for small ones', '* forLarge', ''],
      ['bodies that are being received may use any amount of memory', 'this.#taken + bytes > room ||', ''],
      ['one caller may use all memory for bodies', '|| ofCaller > this.#bytes * forOneCaller', ''],
    ],
  },
  {
    file: 'apps/api/src/http/request.pipe.ts',
    tests: ['apps/api/test/bodies.e2e.test.ts'],
    bugs: [['the memory of a body is not released', 'portion.free();', ';']],
  },
  {
    file: 'packages/service/src/bodies/read-body.ts',
    tests: ['apps/api/test/bodies.e2e.test.ts'],
    bugs: [
      ['a body may arrive in any number of pieces', '++this.#pieces > piecesAtLeast + length / bytesPerPiece', 'false'],
    ],
  },
];
