import { type Edit, isAt } from '../../mutants/edits.js';
import type { PassedAnswer, PassedCall, Rule } from '../../mutants/mutant.js';

export const page = /\/oauth2\/authorize$/;
export const sent = (call: PassedCall) => call.method === 'POST';

/** Changes the query of a redirect to the callback. */
export function callback(change: (query: URLSearchParams, location: URL) => void): Edit {
  return (answer) => {
    const { location } = answer.headers;
    if (typeof location !== 'string') return;
    const url = new URL(location);
    change(url.searchParams, url);
    answer.headers['location'] = url.href;
  };
}

export const takeAway = (...names: readonly string[]) =>
  callback((query) => names.forEach((name) => query.delete(name)));
export const give = (name: string, value: string) => callback((query) => query.set(name, value));

/** The page for a request that was made good before the service saw it. */
export function accepting(repair: (query: URLSearchParams) => void): () => Rule {
  return () => (call, pass) => {
    if (call.service === 'auth' && isAt(call, page)) {
      const url = new URL(call.path, 'http://proxy');
      repair(url.searchParams);
      call.path = `${url.pathname}${url.search}`;
    }
    return pass();
  };
}

/** Sends a browser away that should have stayed. */
export const redirectAnyway: Edit = (answer, call) => {
  const query = new URL(call.path, 'http://proxy').searchParams;
  answer.status = 303;
  answer.headers['location'] =
    `${query.get('redirect_uri') ?? 'https://conformance.example/callback'}?error=invalid_request`;
};

/** Answers a wrong request with a page instead of a redirect. */
export const stay: Edit = (answer) => {
  answer.status = 400;
  delete answer.headers['location'];
};

const isError = (answer: PassedAnswer) => String(answer.headers['location'] ?? '').includes('error=');
export const onErrors =
  (edit: Edit): Edit =>
  (answer, call) => {
    if (isError(answer)) edit(answer, call);
  };
export const lacks = (name: string) => (call: PassedCall) => !new URL(call.path, 'http://proxy').searchParams.has(name);
export const has = (name: string, value: string) => (call: PassedCall) =>
  new URL(call.path, 'http://proxy').searchParams.get(name) === value;
