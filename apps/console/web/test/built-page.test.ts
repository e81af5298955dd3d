import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';

const built = fileURLToPath(new URL('../dist/', import.meta.url));
const files = readdirSync(built, { recursive: true, encoding: 'utf8' });
const read = (name: string) => readFileSync(built + name, 'utf8');

describe('the built page', () => {
  it('has at most 200 kB of JavaScript, compressed', () => {
    const scripts = files.filter((name) => name.endsWith('.js'));
    const bytes = scripts.reduce((sum, name) => sum + gzipSync(read(name)).byteLength, 0);
    expect(scripts.length).toBeGreaterThan(0);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThanOrEqual(200_000);
  });

  it('keeps to a policy without inline scripts and styles', () => {
    const page = read('index.html');
    expect(page).toMatch(/<script type="module"[^>]* src="\/assets\/[^"]+-[\w-]{8}\.js"><\/script>/);
    expect(page.match(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/g)).toBeNull();
  });

  it('asks no other host for anything', () => {
    const texts = files.filter((name) => /\.(?:js|css|html)$/.test(name)).map(read);
    const addresses = texts.flatMap((text) => text.match(/https?:\/\/[\w.-]+/g) ?? []);
    // These addresses only name XML vocabularies. No browser requests these addresses.
    const vocabularies = new Set(['http://www.w3.org', 'http://schemas.openxmlformats.org']);
    expect(addresses.filter((address) => !vocabularies.has(address))).toEqual([]);
  });
});
