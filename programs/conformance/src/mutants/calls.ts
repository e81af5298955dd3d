import { jsonOf } from './edits.js';
import type { Change, Fields, Is, PassedCall, Where } from './mutant.js';

/** Whether a call goes to a path of a service. */
export function isAt(service: PassedCall['service'], where: Where): Is {
  return (call) => {
    const [plain = ''] = call.path.split('?');
    return call.service === service && (typeof where === 'string' ? plain === where : where.test(plain));
  };
}

/** Whether the body contains this text. */
export const says =
  (part: string): Is =>
  ({ body }) =>
    body.includes(part);

/** Whether a header contains this text. If no text is given, whether the header exists. */
export const hasHeader =
  (name: string, part = ''): Is =>
  ({ headers }) =>
    headers[name]?.includes(part) === true;

/** Whether all of these conditions are true. */
export const both =
  (...all: readonly Is[]): Is =>
  (call) =>
    all.every((holds) => holds(call));

export const not =
  (holds: Is): Is =>
  (call) =>
    !holds(call);

/** Whether a field of the JSON body has this value. If no value is given, whether the field is missing. */
export const sendsField =
  (field: string, value?: unknown): Is =>
  ({ body }) =>
    jsonOf(body)?.[field] === value;

/** Changes the JSON body in place. */
export function changeBody(change: (body: Fields) => void): Change {
  return (call) => {
    const body = jsonOf(call.body);
    if (body === undefined) return;
    change(body);
    call.body = Buffer.from(JSON.stringify(body));
  };
}

/** Removes fields from the JSON body, so that the service seems not to know them. */
export function ignoreField(...fields: readonly string[]): Change {
  return changeBody((body) => {
    for (const field of fields) delete body[field];
  });
}

/** Replaces the value of a field in the JSON body. `undefined` removes the field. */
export function readAs(field: string, read: (value: unknown, body: Fields) => unknown): Change {
  return changeBody((body) => {
    body[field] = read(body[field], body);
  });
}

/** Replaces certain values of a field by other values. */
export function readFor(field: string, values: Readonly<Record<string, unknown>>): Change {
  return readAs(field, (value) => (typeof value === 'string' && value in values ? values[value] : value));
}

/** Changes a header if the call has it. */
export function changeHeader(name: string, change: (value: string) => string): Change {
  return ({ headers }) => {
    if (headers[name] !== undefined) headers[name] = change(headers[name]);
  };
}

/** Removes headers, so that the service seems not to know them. */
export function ignoreHeader(...names: readonly string[]): Change {
  return ({ headers }) => {
    for (const name of names) delete headers[name];
  };
}

/** Replaces a part of the path and its query. */
export function changePath(part: string | RegExp, by: string): Change {
  return (call) => {
    call.path = call.path.replace(part, by);
  };
}

/** Returns the query of a call. */
export function queryOf({ path }: Pick<PassedCall, 'path'>): URLSearchParams {
  return new URL(path, 'http://proxy').searchParams;
}

/** Changes the query in place. */
export function changeQuery(change: (query: URLSearchParams) => void): Change {
  return (call) => {
    const url = new URL(call.path, 'http://proxy');
    change(url.searchParams);
    call.path = `${url.pathname}${url.search}`;
  };
}

/** Returns the fields of a form. */
export function formOf({ body }: Pick<PassedCall, 'body'>): URLSearchParams {
  return new URLSearchParams(body.toString('utf8'));
}

/** Whether a field of a form has this value. */
export const is =
  (field: string, value: string): Is =>
  (call) =>
    formOf(call).get(field) === value;

/** Whether a form has this field. */
export const sends =
  (field: string): Is =>
  (call) =>
    formOf(call).has(field);

export const lacks = (field: string): Is => not(sends(field));

/** Changes the fields of a form in place. */
export function changeForm(change: (form: URLSearchParams) => void): Change {
  return (call) => {
    const form = formOf(call);
    change(form);
    call.body = Buffer.from(form.toString());
  };
}
