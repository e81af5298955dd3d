import { Enums, Models, Serialize, Spec, Validation } from '@cyclonedx/cyclonedx-library';

/** @typedef {import('./dependencies.mjs').Dependency} Dependency */

const specification = Spec.Spec1dot6;

/**
 * The bill of materials of a package: what comes along with it at run time, for every platform. The same release has the same bill.
 *
 * @param {ReadonlyMap<string, Dependency>} dependencies the package itself first
 * @param {ReadonlyMap<string, string>} licences SPDX expressions by id
 * @param {Date} at when what is described was committed
 * @returns {Promise<string>} CycloneDX 1.6, in JSON
 * @throws {Error} when it does not fit the schema of CycloneDX
 */
export async function billOfMaterials(dependencies, licences, at) {
  const components = new Map([...dependencies].map(([id, each]) => [id, componentOf(each, licences.get(id))]));
  for (const [id, component] of components) {
    for (const needed of dependencies.get(id)?.needs ?? []) {
      const ref = components.get(needed)?.bomRef;
      if (ref !== undefined) component.dependencies.add(ref);
    }
  }
  const [subject, ...others] = components.values();
  if (subject === undefined) throw new Error('There is nothing to describe');
  if (dependencies.values().next().value?.folder?.startsWith('apps/')) subject.type = Enums.ComponentType.Application;
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: subject, timestamp: at }),
    components: new Models.ComponentRepository(others),
  });
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(specification));
  const text = serializer.serialize(bom, { sortLists: true, space: 2 });
  const wrong = await new Validation.JsonStrictValidator(specification.version).validate(text);
  if (wrong !== null)
    throw new Error(`The bill of materials of ${subject.name} is not valid: ${JSON.stringify(wrong)}`);
  return `${text}\n`;
}

/**
 * @param {Dependency} dependency
 * @param {string | undefined} licence
 */
function componentOf({ id, name, version, integrity }, licence) {
  const [scope, rest] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const component = new Models.Component(Enums.ComponentType.Library, rest ?? name, {
    bomRef: id,
    version,
    purl: `pkg:npm/${scope === undefined ? '' : `${encodeURIComponent(scope)}/`}${rest}@${encodeURIComponent(version)}`,
    ...(scope === undefined ? {} : { group: scope }),
  });
  if (licence !== undefined) component.licenses.add(new Models.LicenseExpression(licence));
  if (integrity?.startsWith('sha512-')) {
    const digest = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
    component.hashes.set(Enums.HashAlgorithm['SHA-512'], digest);
  }
  return component;
}
