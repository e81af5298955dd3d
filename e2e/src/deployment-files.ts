import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

/** A part of a file for Compose or Kubernetes; their schemas define its content. */
// oxlint-disable-next-line typescript/no-explicit-any -- what is read stands in no type of ours
export type Document = any;

/** The folder of all files for deployment. */
export const deployFolder = fileURLToPath(new URL('../../deploy/', import.meta.url));

export function readText(path: string): string {
  return readFileSync(`${deployFolder}${path}`, 'utf8');
}

/** Reads the file like Compose: merged keys (`<<`) count as written in place. */
export function readCompose(file = 'compose.yaml'): Document {
  return parse(readText(file), { merge: true });
}

/** The parts that the bucket component adds to a deployment, by the path of the extended list. */
export function readBucketAdditions(): readonly {
  readonly op: string;
  readonly path: string;
  readonly value: Document;
}[] {
  return parse(parse(readText('kubernetes/bucket/kustomization.yaml')).patches[0].patch);
}

/** All objects of the manifests, with their files. */
export function readManifests(): readonly { readonly file: string; readonly object: Document }[] {
  const files = globSync('kubernetes/*.yaml', { cwd: deployFolder }).filter(
    (file) => !file.endsWith('kustomization.yaml'),
  );
  return files.flatMap((file) =>
    parseAllDocuments(readText(file)).map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join()}`);
      return { file: basename(file), object: document.toJS() };
    }),
  );
}

/** Units of systemd by the names of their programs; each returns all values of a key, in the order of the file. */
export function readUnits(): Readonly<Record<string, (key: string) => readonly string[]>> {
  return Object.fromEntries(
    globSync('systemd/*.service', { cwd: deployFolder }).map((file) => {
      const lines = readText(file).split('\n');
      const valuesOf = (key: string) =>
        lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
      return [basename(file, '.service').replace('trading-platform-', ''), valuesOf];
    }),
  );
}

/** The settings of all programs, with their defaults, and whether they are secrets. */
export function readKnownSettings(): ReadonlyMap<string, { readonly isSecret: boolean; readonly default: string }> {
  const text = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const blocks = text.matchAll(/((?:^# .*\n)+)^#([A-Z_]+)=(.*)$/gm);
  return new Map(
    [...blocks].map(([, comment = '', name = '', value = '']) => [
      name,
      { isSecret: comment.trimEnd().endsWith('Secret.'), default: value },
    ]),
  );
}
