import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { type Document, deployFolder } from '../src/deployment-files.js';

const run = promisify(execFile);
const optional = ['console', 'monitoring', 'queue-scaling', 'tpctl', 'bucket'] as const;
/** The operator or a certificate manager makes this secret. */
const certificate = 'Secret public-tls';

/** An overlay as the documents describe it: the example with additional components. */
const overlays: readonly (readonly string[])[] = [[], ...optional.map((name) => [name]), optional];

/** Returns the secrets and maps that an object reads, each with its kind. */
function namesRead(object: Document): readonly string[] {
  const text = JSON.stringify(object);
  const secrets = [...text.matchAll(/"secretName":"([^"]+)"/g)].map(([, name]) => `Secret ${name}`);
  const maps = [...text.matchAll(/"configMap(?:Ref)?":\{[^}]*"name":"([^"]+)"/g)].map(
    ([, name]) => `ConfigMap ${name}`,
  );
  return [...secrets, ...maps];
}

/** A custom resource has no schema here. Base64 may be broken into lines, which the validator does not know. */
async function complaintsOf(object: Document): Promise<readonly string[]> {
  if (object.kind === 'PodMonitor') return [];
  const { [object.kind]: Model } = (await import(`kubernetes-models/${object.apiVersion}/${object.kind}`)) as Record<
    string,
    Document
  >;
  const { data, ...others } = object;
  const joined =
    object.kind === 'Secret' && Object.entries<string>(data).map(([key, value]) => [key, value.replaceAll('\n', '')]);
  try {
    new Model(joined === false ? object : { ...others, data: Object.fromEntries(joined) }).validate();
    return [];
  } catch (error) {
    return [`${object.kind} ${object.metadata.name}: ${(error as Error).message}`];
  }
}

describe('an overlay for Kubernetes', () => {
  let folder: string;
  let deploy: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trading-platform-overlays-'));
    deploy = join(folder, 'deploy');
    await cp(deployFolder, deploy, { recursive: true });
    const secrets = join(deploy, 'kubernetes/secrets/files');
    await rm(secrets, { recursive: true, force: true });
    await run(join(deploy, 'make-secrets.sh'), [secrets, 'db.example.com']);
    const ofBucket = join(deploy, 'kubernetes/bucket/files');
    await mkdir(ofBucket, { recursive: true });
    for (const name of ['bucket-access-key', 'bucket-secret']) await writeFile(join(ofBucket, name), name);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Builds the example with more components, and returns its objects. */
  async function build(components: readonly string[], change = (text: string) => text): Promise<readonly Document[]> {
    const example = await readFile(join(deploy, 'kubernetes-overlay/kustomization.yaml'), 'utf8');
    const text = components.reduce(
      (all, name) => all.replace(`# - ../kubernetes/${name}\n`, `- ../kubernetes/${name}\n`),
      example,
    );
    const place = await mkdtemp(join(deploy, 'overlay-'));
    await writeFile(join(place, 'kustomization.yaml'), change(text));
    const { stdout } = await run('kubectl', ['kustomize', place], { maxBuffer: 1e8 }).catch(
      (error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new Error('kubectl is needed, which brings kustomize') : error;
      },
    );
    return parseAllDocuments(stdout).map((document) => document.toJS());
  }

  it.each(overlays.map((components) => [components.join(', ') || 'nothing', components] as const))(
    'with %s is complete, and fits the schemas',
    async (_title, components) => {
      const objects = await build(components);
      expect((await Promise.all(objects.map(complaintsOf))).flat()).toEqual([]);
      const there = new Set(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`));
      const read = objects.flatMap(namesRead);
      expect(read).toContain(certificate);
      expect(read.filter((name) => name !== certificate && !there.has(name))).toEqual([]);
      // If the content of a generated object changes, its name changes too, so the pods are replaced.
      for (const name of there) expect(name).not.toMatch(/^(?:Secret|ConfigMap) (?!.*-[a-z0-9]{10}$)/);
      const namespaces = objects.filter(({ kind }) => kind !== 'Namespace').map(({ metadata }) => metadata.namespace);
      expect(new Set(namespaces)).toEqual(new Set(['trading-platform']));
      const images = [...JSON.stringify(objects).matchAll(/"image":"([^"]+)"/g)].map(([, image = '']) => image);
      expect(images.filter((image) => !/^[\w.]+\.\w+\/.+:\d+\.\d+/.test(image))).toEqual([]);
    },
  );

  it('replaces images, hosts and settings at the places that the example names', async () => {
    const objects = await build(optional, (text) =>
      text
        .replaceAll(/newName: registry\.example\.com\/trading-platform/g, 'newName: images.shop.example/food')
        .replaceAll(/(?<=value: |value: \[|https:\/\/|, )(auth|api)\.example\.com/g, '$1.shop.example'),
    );
    const text = JSON.stringify(objects.filter(({ metadata }) => metadata.name !== 'console'));
    expect(
      [...text.matchAll(/"image":"images\.shop\.example\/food\/(\w+):/g)].map(([, name]) => name).toSorted(),
    ).toEqual(['api', 'auth', 'tpctl', 'tpctl', 'worker']);
    expect(text).not.toContain('registry.example.com');
    const hosts = objects.find(({ kind, metadata }) => kind === 'Ingress' && metadata.name === 'public');
    expect(JSON.stringify(hosts)).not.toContain('.example.com');
    expect(JSON.stringify(objects.filter(({ kind }) => kind === 'ConfigMap'))).toContain('https://auth.shop.example');
  });
});
