import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';

/*
 * Unpacks the browser of the package, its libraries and its fonts into the folder for temporary files (`TMPDIR`). This
 * is a separate program, because this folder cannot change while a process runs.
 */

const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
await chromium.executablePath();
await inflate(join(dirname(entry), '..', 'bin', 'al2023.tar.br'));

const [folder = tmpdir()] = process.argv.slice(2);
writeFileSync(
  join(tmpdir(), 'fonts', 'fonts.conf'),
  `<?xml version="1.0"?><fontconfig><dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir></fontconfig>`,
);
