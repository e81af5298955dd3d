import { Agent, request } from 'node:http';

/**
 * Posts forms over some connections. Each connection sends a form when its previous form has been answered.
 *
 * @param {string} url
 * @param {number} connections
 * @param {number} count total number of forms
 * @param {(connection: number, former: any) => Record<string, string>} nextForm
 * @returns {Promise<{ seconds: number, answers: any[] }>} the last answer on each connection
 */
export async function postForms(url, connections, count, nextForm) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  /** @type {any[]} */
  const answers = [];
  let left = count;
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (left > 0) {
        left -= 1;
        answers[connection] = await postForm(agent, url, nextForm(connection, answers[connection]));
      }
    }),
  );
  agent.destroy();
  return { seconds: (performance.now() - begin) / 1_000, answers };
}

/**
 * Posts one form and returns the JSON of the answer.
 *
 * @param {Agent} agent
 * @param {string} url
 * @param {Record<string, string>} form
 * @returns {Promise<any>}
 */
export function postForm(agent, url, form) {
  const body = new URLSearchParams(form).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text));
        else reject(new Error(`${url}: ${response.statusCode} ${text}`));
      });
    });
    sent.on('error', reject).end(body);
  });
}
