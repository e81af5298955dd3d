/**
 * An S3 server for tests, based on s3rver. The access key and the secret key of this server are both `S3RVER`. The arguments are
 * the folder for its data and its port, or 0 for any port. The process prints its port when it answers. s3rver verifies
 * signatures, serves ranges of objects, and lists keys in pages. This file makes the pages smaller. It also adds conditional
 * writes, the checksum of an upload, uploads that become visible only as a whole, and the serial processing of uploads with the
 * same key.
 */
import { rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import S3rver from '@20minutes/s3rver';

const keysPerPage = 100;
const [directory, port] = process.argv.slice(2);
await removeParts();
const server = new S3rver({
  directory,
  port: Number(port),
  address: '127.0.0.1',
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: 'segments' }],
});
/** The latest unfinished upload of each key. */
const uploads = new Map();
server.middleware.unshift(writeWhole);
const list = server.store.listObjects.bind(server.store);
server.store.listObjects = (bucket, options) =>
  list(bucket, { ...options, maxKeys: Math.min(options.maxKeys, keysPerPage) });
server.on('error', () => undefined);
const address = await server.run();
// A client that stood still must not send on a connection that has just been closed.
server.httpServer.keepAliveTimeout = 3_600_000;
process.stdout.write(`${address.port}\n`);

async function writeWhole(ctx, next) {
  const [, bucket, ...parts] = ctx.path.split('/');
  const key = parts.join('/');
  if (ctx.method !== 'PUT' || key === '') return next();
  const turn = uploads.get(ctx.path);
  const upload = Promise.resolve(turn).then(() => writeNext(ctx, next, bucket, key));
  const ended = upload.catch(() => undefined);
  uploads.set(ctx.path, ended);
  try {
    await upload;
  } finally {
    if (uploads.get(ctx.path) === ended) uploads.delete(ctx.path);
  }
}

async function writeNext(ctx, next, bucket, key) {
  if (ctx.get('if-none-match') === '*' && (await ctx.store.existsObject(bucket, key))) {
    ctx.req.resume();
    return refuse(ctx, 412, 'PreconditionFailed');
  }
  await next();
  const sum = ctx.get('x-amz-checksum-crc32');
  if (ctx.status !== 200 || (ctx.req.complete && (sum === '' || sum === (await checksumOf(ctx, bucket, key))))) return;
  await ctx.store.deleteObject(bucket, key);
  refuse(ctx, 400, 'BadDigest');
}

async function checksumOf({ store }, bucket, key) {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(await readFile(store.getResourcePath(bucket, key, 'object'))));
  return sum.toString('base64');
}

function refuse(ctx, status, code) {
  ctx.status = status;
  ctx.type = 'application/xml';
  ctx.body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
}

/**
 * Removes uploads that were running when an earlier server was killed. An unfinished upload has no metadata, because a server
 * writes the metadata last.
 */
async function removeParts() {
  const files = await readdir(directory, { recursive: true }).catch(() => []);
  const known = new Set(files);
  for (const file of files) {
    const object = file.endsWith('._S3rver_object') && file.slice(0, -'object'.length);
    if (object && !known.has(`${object}metadata.json`)) rmSync(join(directory, file));
  }
}
