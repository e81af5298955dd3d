/**
 * Downloads the products of the demo market through the proxy, as a calling system does, and compares them with the
 * loaded products. Then signs in to the console, as a browser does, and looks for the batch of the download.
 *
 *   node visit.mjs port authority.crt demo-folder client.json
 */
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const [port, authority = '', folder = '', clientFile = ''] = process.argv.slice(2);
const ca = readFileSync(authority);
const { client_id, client_secret } = JSON.parse(readFileSync(clientFile, 'utf8'));
const { demo } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
const user = { user_id: 'trial', user_password: 'trial-password' };
const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const download = '/ordApi/order/master/download/buy';

/**
 * @param {string} servername
 * @param {string} path
 * @param {Record<string, string>} [headers]
 * @param {string} [body]
 * @returns {Promise<{ status: number | undefined, headers: import('node:http').IncomingHttpHeaders, body: string }>}
 */
function send(servername, path, headers = {}, body) {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    const options = {
      host: '127.0.0.1',
      port,
      servername,
      ca,
      path,
      method,
      headers: { host: servername, ...headers },
    };
    const sent = request(options, (answer) => {
      text(answer).then(
        (whole) => resolve({ status: answer.statusCode, headers: answer.headers, body: whole }),
        reject,
      );
    });
    sent.on('error', reject).end(body);
  });
}

async function signIn() {
  const form = new URLSearchParams({ ...user, client_id, client_secret });
  const { status, body } = await send('auth.example.com', '/api/credentials/access_token', formType, String(form));
  if (status !== 200) throw new Error(`No token: ${status} ${body}`);
  return JSON.parse(body).access_token;
}

const token = await signIn();

/**
 * @param {string} step
 * @param {object} fields
 */
async function call(step, fields) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const { status, body } = await send('api.example.com', `${download}/${step}`, headers, JSON.stringify(fields));
  if (status !== 200) throw new Error(`${step}: ${status} ${body}`);
  return JSON.parse(body);
}

async function records() {
  const { batch_id } = await call('request', { member_group_code_list: demo.member_group_codes });
  for (;;) {
    const { batch_flg, record_count } = await call('check', { batch_id });
    if (batch_flg === '3') return (await call('get', { batch_id, seq_from: '1', seq_to: record_count })).master;
    if (batch_flg !== '1' && batch_flg !== '2') throw new Error(`The batch ended with ${batch_flg}`);
    await sleep(100);
  }
}

/** @param {any} record */
const asText = ({ batch_id: _batch, seq: _seq, create_date: _date, ...record }) => JSON.stringify(record);
const loaded = readFileSync(join(folder, 'master.ndjson'), 'utf8').trim().split('\n');
const master = await records();
const got = master.map(asText);
if (got.toSorted().join('\n') !== loaded.toSorted().join('\n')) {
  throw new Error(`${got.length} records came, but they differ from the ${loaded.length} loaded records`);
}
for (const name of ['auth.example.com', 'api.example.com', 'console.example.com']) {
  for (const path of ['/metrics', '/healthz', '/readyz']) {
    const { status } = await send(name, path);
    if (status !== 404) throw new Error(`https://${name}${path} answers ${status} to the world`);
  }
}
/** @type {Map<string, string>} */
const cookies = new Map();

/**
 * Visits a page like a browser that keeps cookies. The browser has one jar for auth and the console, because their
 * cookies have different names.
 *
 * @param {string} address
 * @param {Record<string, string>} [headers]
 * @param {string} [form]
 */
async function open(address, headers = {}, form) {
  const { hostname, pathname, search } = new URL(address);
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await send(hostname, pathname + search, { cookie, ...headers }, form);
  for (const cookieText of answer.headers['set-cookie'] ?? []) {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookieText) ?? [];
    cookies.set(name, value);
  }
  return answer;
}

/** @param {Awaited<ReturnType<typeof open>>} answer */
function placeOf({ status, headers, body }) {
  if (headers.location === undefined) throw new Error(`${status} instead of a redirect: ${body}`);
  return headers.location;
}

async function batchesInConsole() {
  const page = placeOf(await open('https://console.example.com/sign-in'));
  const { body } = await open(page);
  const fields = {
    csrf_token: /name="csrf_token" value="([^"]*)"/.exec(body)?.[1] ?? '',
    lang: 'en',
    ...user,
    decision: 'sign-in',
  };
  const action = new URL((/action="([^"]*)"/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&'), page);
  const ownPage = { origin: 'null', 'sec-fetch-site': 'same-origin', ...formType };
  const back = placeOf(await open(String(action), ownPage, String(new URLSearchParams(fields))));
  placeOf(await open(back));
  return (await open('https://console.example.com/api/batches')).body;
}

const shown = await batchesInConsole();
if (!shown.includes(`"${master[0].batch_id}"`)) throw new Error(`The console does not show the batch: ${shown}`);
process.stdout.write(
  `${got.length} records came through the proxy, as they were loaded, and the console shows their batch\n`,
);
