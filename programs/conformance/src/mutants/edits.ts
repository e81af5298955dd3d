import type { Edit, Fields, Is } from './mutant.js';

/** Applies an edit only to answers with this status. */
export function whenStatus(wanted: number, ...edits: readonly Edit[]): Edit {
  return (answer, call) => {
    if (answer.status === wanted) for (const edit of edits) edit(answer, call);
  };
}

/** Applies an edit only to refusals. */
export function whenRefused(edit: Edit): Edit {
  return (answer, call) => {
    if (answer.status >= 400) edit(answer, call);
  };
}

/** Applies an edit only to answers of certain calls. */
export function whenCall(isMeant: Is, ...edits: readonly Edit[]): Edit {
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

/** Sets a header to another value. Without a value, removes the header. */
export function header(name: string, value?: string): Edit {
  return (answer) => {
    if (value === undefined) delete answer.headers[name.toLowerCase()];
    else answer.headers[name.toLowerCase()] = value;
  };
}

/**
 * Changes a JSON body in place, or replaces it with the result of the function. Bodies that are not JSON stay
 * unchanged.
 */
export function json(change: (body: Fields) => unknown): Edit {
  return (answer) => {
    const body = jsonOf(answer.body);
    if (body !== undefined) answer.body = Buffer.from(JSON.stringify(change(body) ?? body));
  };
}

/** Changes the text of a body. */
export function text(change: (body: string) => string): Edit {
  return (answer) => {
    answer.body = Buffer.from(change(answer.body.toString('utf8')));
  };
}

/** Replaces a part of the body with another text. */
export function replace(part: string | RegExp, by: string): Edit {
  return text((body) => body.replace(part, by));
}

/** Answers any call with a normal answer of the data API that has these fields after the envelope. */
export function accepted(fields: object = {}): Edit {
  return (answer) => {
    answer.status = 200;
    answer.body = bodyWith(fields);
  };
}

export function bodyWith(fields: object): Buffer {
  return Buffer.from(JSON.stringify({ request_id: 'x', result: 0, error_list: [], ...fields }));
}

/** Answers any call with a refusal of the data API. */
export function refused(item: string, code: string): Edit {
  const error_list = [{ error_item: item, error_code: code, error_detail: 'No.' }];
  return (answer) => {
    answer.status = 400;
    answer.body = bodyWith({ result: 1, error_list });
  };
}

/** Returns the JSON object in a body. Returns undefined if the body is not a JSON object. */
export function jsonOf(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}
