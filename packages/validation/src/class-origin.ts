/** How a request class is made anew in another thread: by the name of this package's export, called if there are parameters. */
export interface ClassOrigin {
  readonly name: string;
  readonly parameters?: readonly unknown[];
}

const origins = new WeakMap<object, ClassOrigin>();

/** Notes which function of this package has made a request class, and from what. */
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
