/**
 * A service that writes the method and the X-Id of each call on standard output as soon as it sees the call. Nothing is lost when the
 * process is killed.
 *
 *   node recording-service.mjs PORT
 */
import { writeSync } from 'node:fs';
import { createServer } from 'node:http';

const workMs = 5;

createServer((request, response) => {
  if (request.url === '/readyz') return void response.end('ready');
  writeSync(1, `${request.method} ${String(request.headers['x-id'])}\n`);
  request.resume().on('end', () => setTimeout(() => response.end('done'), workMs));
}).listen(Number(process.argv[2]), '127.0.0.1');
