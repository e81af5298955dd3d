import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';

/** A part of a file for Compose or Kubernetes. The schemas of Compose and Kubernetes define its content. */
// oxlint-disable-next-line typescript/no-explicit-any -- no type of ours describes the content
export type Document = any;

/** The folder that contains all files for deployment. */
export const deployFolder = fileURLToPath(new URL('../../deploy/', import.meta.url));

export function readText(path: string): string {
  return readFileSync(`${deployFolder}${path}`, 'utf8');
}

/** Reads the file as Compose does. Merged keys (`<<`) count as if they were written in place. */
export function readCompose(file = 'compose.yaml'): Document {
  return parse(readText(file), { merge: true });
}

/**
 * Returns the additions of the bucket component, and the workloads to which it adds them. Each addition names the path
 * of the list that it extends. The keys are the keys of the secret that the component generates.
 */
export function readBucketComponent(): {
  readonly target: { readonly kind: string; readonly name: string };
  readonly additions: readonly { readonly op: string; readonly path: string; readonly value: Document }[];
  readonly keys: readonly string[];
} {
  const { patches, secretGenerator } = parse(readText('kubernetes/bucket/kustomization.yaml'));
  const [{ target, patch }] = patches;
  const files: readonly string[] = secretGenerator[0].files;
  return { target, additions: parse(patch), keys: files.map((file) => file.replace(/=.*/, '')) };
}

/** Returns the settings that all pods get. */
export function readPodSettings(): Readonly<Record<string, string>> {
  const lines = readText('kubernetes/settings.env').split('\n');
  return Object.fromEntries(
    lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2)),
  );
}

/** Returns the keys of each secret that the component generates, with their files. */
export function readGeneratedSecrets(): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const { secretGenerator } = parse(readText('kubernetes/secrets/kustomization.yaml')) as {
    secretGenerator: readonly { name: string; files: readonly string[] }[];
  };
  return new Map(
    secretGenerator.map(({ name, files }) => [name, new Map(files.map((file) => file.split('=') as [string, string]))]),
  );
}

/** Returns all objects of the manifests and their components, each with its file. */
export function readManifests(): readonly { readonly file: string; readonly object: Document }[] {
  const files = globSync('kubernetes/**/*.yaml', { cwd: deployFolder }).filter(
    (file) => !file.endsWith('kustomization.yaml') && !file.includes('/monitoring/'),
  );
  return files.flatMap((file) =>
    parseAllDocuments(readText(file)).map((document) => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join()}`);
      return { file: basename(file), object: document.toJS() };
    }),
  );
}

/**
 * Returns the systemd units by the names of their programs. For each unit, a function returns all values of a key, in
 * the order of the file.
 */
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

/**
 * Returns the settings of all programs, with their defaults. For each setting the list says whether the setting is a
 * secret.
 */
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
