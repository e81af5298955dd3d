import type { PassedAnswer, PassedCall, Rule } from './mutant.js';

/** Changes an answer in place. */
export type Edit = (answer: PassedAnswer, call: PassedCall) => void;

/** Which calls a rule is about: the whole path without its query, or a pattern of it. */
export type Where = string | RegExp;

type Json = Record<string, unknown>;

/** A rule that changes the answers of the data API at a path. */
export function onApi(where: Where, ...edits: readonly Edit[]): () => Rule {
  return onService('api', where, edits);
}

/** A rule that changes the answers of the authentication server at a path. */
export function onAuth(where: Where, ...edits: readonly Edit[]): () => Rule {
  return onService('auth', where, edits);
}

function onService(service: PassedCall['service'], where: Where, edits: readonly Edit[]): () => Rule {
  return () => async (call, pass) => {
    const isMeant = call.service === service && isAt(call, where);
    const answer = await pass();
    if (isMeant) for (const edit of edits) edit(answer, call);
    return answer;
  };
}

/** A rule that changes calls at a path before the service gets them, as if it read them wrong: it ignores a field, for example. */
export function beforeApi(where: Where, change: (call: PassedCall) => void): () => Rule {
  return before('api', where, change);
}

/** The same for the authentication server. */
export function beforeAuth(where: Where, change: (call: PassedCall) => void): () => Rule {
  return before('auth', where, change);
}

function before(service: PassedCall['service'], where: Where, change: (call: PassedCall) => void): () => Rule {
  return () => (call, pass) => {
    if (call.service === service && isAt(call, where)) change(call);
    return pass();
  };
}

export function isAt({ path }: PassedCall, where: Where): boolean {
  const [plain = ''] = path.split('?');
  return typeof where === 'string' ? plain === where : where.test(plain);
}

/** An edit only for answers with such a status. */
export function whenStatus(wanted: number, ...edits: readonly Edit[]): Edit {
  return (answer, call) => {
    if (answer.status === wanted) for (const edit of edits) edit(answer, call);
  };
}

/** An edit only for calls that are like this. */
export function whenCall(isMeant: (call: PassedCall) => boolean, ...edits: readonly Edit[]): Edit {
  return (answer, call) => {
    if (isMeant(call)) for (const edit of edits) edit(answer, call);
  };
}

/** Another status. */
export function status(value: number): Edit {
  return (answer) => {
    answer.status = value;
  };
}

/** Another value of a header; `undefined` takes it away. */
export function header(name: string, value: string | undefined): Edit {
  return (answer) => {
    if (value === undefined) delete answer.headers[name.toLowerCase()];
    else answer.headers[name.toLowerCase()] = value;
  };
}

/** Changes a JSON body in place, or to what the function answers. Other bodies stay. */
export function json(change: (body: Json, call: PassedCall) => unknown): Edit {
  return (answer, call) => {
    const body = jsonOf(answer.body);
    if (body === undefined) return;
    const changed = change(body, call);
    answer.body = Buffer.from(JSON.stringify(changed ?? body));
  };
}

/** Changes the text of a body. */
export function text(change: (body: string, call: PassedCall) => string): Edit {
  return (answer, call) => {
    answer.body = Buffer.from(change(answer.body.toString('utf8'), call));
  };
}

/**
 * Changes each object at a place of a JSON body: `''` is the body, `master` each element of a list, `master.buy` each of the lists in
 * them.
 */
export function each(place: string, change: (element: Json, index: number) => void): Edit {
  return json((body) => {
    objectsAt(body, place === '' ? [] : place.split('.')).forEach((element, index) => change(element, index));
  });
}

/** Gives a field another name and leaves it where it is. */
export function rename(place: string, from: string, to: string): Edit {
  return each(place, (element) => {
    const entries = Object.entries(element).map(([name, value]) => [name === from ? to : name, value] as const);
    replaceFields(element, entries);
  });
}

/** Takes a field away. */
export function drop(place: string, field: string): Edit {
  return each(place, (element) => {
    delete element[field];
  });
}

/** Gives a field another value; a function is asked with the one it has. */
export function put(place: string, field: string, value: unknown): Edit {
  return each(place, (element) => {
    element[field] = typeof value === 'function' ? (value as (before: unknown) => unknown)(element[field]) : value;
  });
}

/** Puts a field behind all others. */
export function moveLast(place: string, field: string): Edit {
  return each(place, (element) => {
    const value = element[field];
    delete element[field];
    element[field] = value;
  });
}

/** Changes the JSON body of a call in place: for `beforeApi`. */
export function changeBody(change: (body: Json) => unknown): (call: PassedCall) => void {
  return (call) => {
    const body = jsonOf(call.body);
    if (body === undefined) return;
    const changed = change(body);
    call.body = Buffer.from(JSON.stringify(changed ?? body));
  };
}

/** Leaves a field of the body of a call out, as if the service did not know it: for `beforeApi`. */
export function ignoreField(...fields: readonly string[]): (call: PassedCall) => void {
  return changeBody((body) => {
    for (const field of fields) delete body[field];
  });
}

/** Changes the fields of a form in place: for `beforeAuth`. */
export function changeForm(change: (form: URLSearchParams) => void): (call: PassedCall) => void {
  return (call) => {
    const form = formOf(call);
    change(form);
    call.body = Buffer.from(form.toString());
  };
}

export function formOf({ body }: Pick<PassedCall, 'body'>): URLSearchParams {
  return new URLSearchParams(body.toString('utf8'));
}

/** The JSON object of a body; undefined for anything else. */
export function jsonOf(body: Buffer): Json | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    return undefined;
  }
}

function objectsAt(value: unknown, [field, ...rest]: readonly string[]): readonly Json[] {
  if (Array.isArray(value))
    return value.flatMap((element) => objectsAt(element, field === undefined ? [] : [field, ...rest]));
  if (typeof value !== 'object' || value === null) return [];
  return field === undefined ? [value as Json] : objectsAt((value as Json)[field], rest);
}

function replaceFields(element: Json, entries: readonly (readonly [string, unknown])[]): void {
  for (const name of Object.keys(element)) delete element[name];
  for (const [name, value] of entries) element[name] = value;
}
