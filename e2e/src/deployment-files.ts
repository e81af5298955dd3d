import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

/** A part of a file for Compose or Kubernetes: what it holds is for their schemas to say. */
// oxlint-disable-next-line typescript/no-explicit-any -- what is read stands in no type of ours
export type Document = any;

/** The folder with all that operators deploy with. */
export const deployFolder = fileURLToPath(new URL('../../deploy/', import.meta.url));

export function readText(path: string): string {
  return readFileSync(`${deployFolder}${path}`, 'utf8');
}

/** As Compose reads it: keys that are merged in (`<<`) are as if written there. */
export function readCompose(file = 'compose.yaml'): Document {
  return parse(readText(file), { merge: true });
}

/** What the component of the bucket adds to a deployment, by the path of the list that it is added to. */
export function readBucketAdditions(): readonly {
  readonly op: string;
  readonly path: string;
  readonly value: Document;
}[] {
  return parse(parse(readText('kubernetes/bucket/kustomization.yaml')).patches[0].patch);
}

/** All objects of the manifests, by the files that they stand in. */
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

/** Units of systemd by the names of their programs, as their keys with all values, in the order of the file. */
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

/** The settings of all programs, with their defaults, and which of them are secrets. */
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
