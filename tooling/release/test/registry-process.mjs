/**
 * A registry in a process of its own. Sends its address and the token of an account to the parent process. When the
 * parent sends a path, the registry never answers the next upload to this path, and sends `held` when the upload
 * arrives.
 */
import { withRegistry } from '@trading-platform/published/registry';

await withRegistry(async (url, server) => {
  /** @type {string | undefined} */
  let held;
  const handlers = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (request.method !== 'PUT' || held === undefined || !decodeURIComponent(request.url ?? '').endsWith(held)) {
      for (const handle of handlers) handle.call(server, request, response);
      return;
    }
    held = undefined;
    process.send?.('held');
  });
  const account = { name: 'releaser', password: 'a-long-password', type: 'user', roles: [] };
  const answer = await fetch(`${url}-/user/org.couchdb.user:releaser`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  const { token } = /** @type {{ token: string }} */ (await answer.json());
  process.send?.({ url, token });
  await new Promise((resolve) => {
    process.once('disconnect', resolve);
    process.on('message', (path) => {
      held = String(path);
    });
  });
});
