import { request as call, createServer } from 'node:http';

/** A bare `node:http` server that sends the same bytes from constant buffers: the upper limit of the possible speed. */
const answers = { gzip: await fetchAnswer('gzip'), identity: await fetchAnswer('identity') };

createServer((request, response) => {
  request.resume();
  const gzip = request.headers['accept-encoding'] === 'gzip';
  const answer = gzip ? answers.gzip : answers.identity;
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': answer.length,
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(answer);
}).listen(Number(process.env.CEILING_PORT), '127.0.0.1');

process.once('SIGTERM', () => process.exit(0));

/**
 * Returns the compressed bytes of an answer, which `fetch` would decompress.
 *
 * @param {string} encoding
 * @returns {Promise<Buffer>}
 */
function fetchAnswer(encoding) {
  const { CALL_METHOD, CALL_URL = '', CALL_AUTHORIZATION = '', CALL_BODY = '' } = process.env;
  const headers = {
    authorization: CALL_AUTHORIZATION,
    ...(CALL_BODY !== '' && { 'content-type': 'application/json' }),
    'accept-encoding': encoding,
  };
  return new Promise((resolve, reject) => {
    call(CALL_URL, { method: CALL_METHOD, headers }, (answer) => {
      answer.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject);
    })
      .on('error', reject)
      .end(CALL_BODY);
  });
}
