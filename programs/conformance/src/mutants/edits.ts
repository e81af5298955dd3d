import type { Edit, Fields, Is } from './mutant.js';

/** An edit only for answers with such a status. */
export function whenStatus(wanted: number, ...edits: readonly Edit[]): Edit {
  return (answer, call) => {
    if (answer.status === wanted) for (const edit of edits) edit(answer, call);
  };
}

/** An edit only for refusals. */
export function whenRefused(edit: Edit): Edit {
  return (answer, call) => {
    if (answer.status >= 400) edit(answer, call);
  };
}

/** An edit only for calls that are like this. */
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

/** Another value of a header; without a value, no header. */
export function header(name: string, value?: string): Edit {
  return (answer) => {
    if (value === undefined) delete answer.headers[name.toLowerCase()];
    else answer.headers[name.toLowerCase()] = value;
  };
}

/** Changes a JSON body in place, or replaces it with the result of the function. Other bodies stay. */
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

/** Puts another text for a part of the body. */
export function replace(part: string | RegExp, by: string): Edit {
  return text((body) => body.replace(part, by));
}

/** A normal answer of the data API to any call, with these fields behind the envelope. */
export function accepted(fields: object = {}): Edit {
  return (answer) => {
    answer.status = 200;
    answer.body = bodyWith(fields);
  };
}

export function bodyWith(fields: object): Buffer {
  return Buffer.from(JSON.stringify({ request_id: 'x', result: 0, error_list: [], ...fields }));
}

/** A refusal of the data API to any call. */
export function refused(item: string, code: string): Edit {
  const error_list = [{ error_item: item, error_code: code, error_detail: 'No.' }];
  return (answer) => {
    answer.status = 400;
    answer.body = bodyWith({ result: 1, error_list });
  };
}

/** The JSON object of a body; undefined for anything else. */
export function jsonOf(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}
