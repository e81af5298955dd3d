import { post } from '../callers/post.mjs';

const readings = 50;

/**
 * A list as its caller reads it, page by page.
 *
 * @typedef {object} FollowedList
 * @property {number} elements
 * @property {readonly object[]} later requests for pages after the first, spread over the list; none if it has only one
 */

/**
 * Reads a list from its start to its end.
 *
 * @param {string} url
 * @param {{ newToken: () => Promise<string>, body: object, field: string }} list `field` holds the elements
 * @returns {Promise<FollowedList>}
 */
export async function followCursors(url, { newToken, body, field }) {
  const token = await newToken();
  const requests = [];
  let elements = 0;
  let cursor;
  do {
    const request = cursor === undefined ? body : { ...body, cursor };
    requests.push(request);
    const page = await post(url, { token, body: request });
    elements += page[field].length;
    cursor = page.next_cursor;
  } while (cursor !== '');
  const later = requests.slice(1);
  const step = Math.max(1, Math.floor(later.length / readings));
  return { elements, later: later.filter((_, index) => index % step === 0) };
}
