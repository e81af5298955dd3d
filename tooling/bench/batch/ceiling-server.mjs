import { createServer, request as post } from 'node:http';

/** A bare `node:http` server that sends the same bytes from constant buffers: the upper limit of the possible speed. */
const pages = { gzip: await fetchPage('gzip'), identity: await fetchPage('identity') };

createServer((request, response) => {
  request.resume();
  const gzip = request.headers['accept-encoding'] === 'gzip';
  const page = gzip ? pages.gzip : pages.identity;
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': page.length,
    ...(gzip ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(page);
}).listen(Number(process.env.CEILING_PORT), '127.0.0.1');

process.once('SIGTERM', () => process.exit(0));

/**
 * Returns the compressed bytes of a page, which `fetch` would decompress.
 *
 * @param {string} encoding
 * @returns {Promise<Buffer>}
 */
function fetchPage(encoding) {
  const { PAGE_URL = '', PAGE_AUTHORIZATION = '', PAGE_BODY = '' } = process.env;
  const headers = {
    authorization: PAGE_AUTHORIZATION,
    'content-type': 'application/json',
    'accept-encoding': encoding,
  };
  return new Promise((resolve, reject) => {
    post(PAGE_URL, { method: 'POST', headers }, (answer) => {
      answer.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject);
    })
      .on('error', reject)
      .end(PAGE_BODY);
  });
}
