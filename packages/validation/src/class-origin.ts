/**
 * The way in which another thread gets a request class: it imports this export, and calls it if there are parameters.
 */
export interface ClassOrigin {
  readonly name: string;
  readonly parameters?: readonly unknown[];
}

const origins = new WeakMap<object, ClassOrigin>();

/** Records the function and parameters that made a request class. */
export function madeBy<RequestClass extends object>(
  name: string,
  parameters: readonly unknown[],
  requestClass: RequestClass,
): RequestClass {
  origins.set(requestClass, { name, parameters });
  return requestClass;
}

export function originOf(requestClass: new () => object): ClassOrigin {
  return origins.get(requestClass) ?? { name: requestClass.name };
}
