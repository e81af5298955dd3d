/** How another thread gets a request class: by the name of this package's export, which is called if there are parameters. */
export interface ClassOrigin {
  readonly name: string;
  readonly parameters?: readonly unknown[];
}

const origins = new WeakMap<object, ClassOrigin>();

/** Notes which function of this package has made a request class, and with which parameters. */
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
