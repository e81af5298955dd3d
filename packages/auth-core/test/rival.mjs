// One of several processes that work on the same database. The process carries out each instruction many times at once, or until
// it is killed. Between two suites it has no database.

import {
  checkPasskey,
  checkSecondFactor,
  defaultAuthSettings,
  enrolAuthenticator,
  enrolPasskey,
  issueByCredentials,
  issueOrReissue,
  proposeAuthenticator,
  proposePasskey,
  removeFactor,
  resetPassword,
} from '@trading-platform/auth-core';
import { FastPasswordHasher, TestPasskey } from '@trading-platform/auth-core/testing';
import { authSchema, openAuthServer } from '@trading-platform/auth-core/typeorm';
import { openDatabase } from '@trading-platform/database';
import { TOTP } from 'otpauth';

let database;
let server;

async function open({ address, secretKey, issuer }) {
  database = await openDatabase({ address, schemas: [authSchema], unitsPerCommit: 32, poolSize: 16 });
  const settings = { ...defaultAuthSettings, issuer, deviceFlow: true };
  server = openAuthServer(database, { secretKey, settings, hasher: new FastPasswordHasher() });
  await server.keys.signatureKey();
  process.send({ ready: true });
}

const isSignIn = (fields) => fields.user_id !== undefined;
const ask = ({ address: from = '192.0.2.1', ...fields }) =>
  (isSignIn(fields) ? issueByCredentials : issueOrReissue)(server, {
    query: new Map(isSignIn(fields) ? [] : [['realm', '/api']]),
    body: new Map(Object.entries(fields)),
    authorization: undefined,
    origin: { address: from },
  }).then(
    ({ accessToken, refreshToken }) => ({ accessToken, refreshToken }),
    ({ code, message }) => ({ code: code ?? message }),
  );

async function atOnce({ fields, times }) {
  process.send({ answers: await Promise.all(Array.from({ length: times }, () => ask(fields))) });
}

const origin = { address: '192.0.2.1' };

/** Each task of a person's own account returns the outcome, or the code of the error. */
const factorTasks = {
  check: async ({ user, code, address }) =>
    (await checkSecondFactor(server, { user, code }, { address })) ? 'right' : 'wrong',
  enrol: async ({ user, sealedSecret, code }) => {
    const proposed = { sealedSecret: Buffer.from(sealedSecret, 'base64'), code };
    const { outcome, recoveryCodes } = await enrolAuthenticator(server, user, proposed, origin);
    return recoveryCodes?.[0] ?? outcome;
  },
  /** If there are several answers, each use takes the next one. */
  'use passkey': async ({ user, answers, address }, time) =>
    (await checkPasskey(server, { user, answer: answers[time % answers.length] }, { address })) ? 'right' : 'wrong',
  'enrol passkey': async ({ user, answer }) => {
    const { outcome, recoveryCodes } = await enrolPasskey(server, user, { name: 'Laptop', answer }, origin);
    return recoveryCodes?.[0] ?? outcome;
  },
  reset: async ({ user, secret, password }) =>
    (await resetPassword(server, user, { secret, password }, origin)) ? 'set' : 'dead',
};

async function factorsAtOnce({ what, fields, times }) {
  const one = (_each, time) => factorTasks[what](fields, time).catch(({ code, message }) => code ?? message);
  process.send({ answers: await Promise.all(Array.from({ length: times }, one)) });
}

async function enrolUntilKilled({ subject }) {
  process.send({ begun: true });
  for (;;) {
    const user = await server.users.findBySubject(subject);
    const { sealedSecret, secretText } = proposeAuthenticator(server, user);
    const code = new TOTP({ secret: secretText }).generate();
    const enrolled = await enrolAuthenticator(server, user, { sealedSecret, code }, origin);
    await enrolPasskeyForAWhile(enrolled.user);
  }
}

async function enrolPasskeyForAWhile(user) {
  const passkey = new TestPasskey({ origin: server.settings.issuer });
  const question = await proposePasskey(server, user);
  const answer = { ...question, credential: passkey.create(question), expiresAt: Date.now() + 60_000 };
  const enrolled = await enrolPasskey(server, user, { name: 'Laptop', answer }, origin);
  const { credentialId } = passkey;
  const alone = await removeFactor(server, enrolled.user, 'authenticator', origin);
  await removeFactor(server, alone.user, { credentialId }, origin);
}

async function untilKilled({ fields }) {
  let { refreshToken } = await ask(fields.first);
  for (;;) {
    const known = { refreshToken };
    await new Promise((sent) => process.send(known, sent));
    ({ refreshToken } = await ask({ ...fields.next, refresh_token: refreshToken }));
  }
}

async function close() {
  await database.close();
  process.send({ closed: true });
}

const tasks = {
  open,
  'at once': atOnce,
  'until killed': untilKilled,
  'factors at once': factorsAtOnce,
  'enrol until killed': enrolUntilKilled,
  close,
};

process.on('message', (message) => {
  void tasks[message.task](message);
});
process.once('disconnect', () => process.exit(0));
