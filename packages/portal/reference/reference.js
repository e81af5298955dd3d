/*
 * Shows the OpenAPI document of a service. The renderer is told to call no host but the two services: no fonts, no proxy,
 * no telemetry and no assistant of its maker.
 */

const { service, renderer, texts } = document.body.dataset;
const text = JSON.parse(texts);
const place = document.querySelector('#reference');
const form = document.querySelector('.sign-in form');
/** What the reader has chosen in the guide, else what the system prefers. */
const chosen = localStorage.getItem('vitepress-theme-appearance');
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.classList.toggle('dark', isDark);

/** A service that does not answer at all. */
class Unreachable extends Error {}

new MutationObserver(mend).observe(place, { childList: true, subtree: true });

try {
  const api = await readDocument('/openapi.json');
  const { tokenUrl } = api.components.securitySchemes.oauth.flows.password;
  const authUrl = tokenUrl.replace(/\/api\/credentials\/access_token$/, '');
  if (service === 'api') await showApi(api, tokenUrl);
  else await showAuth(authUrl);
} catch (error) {
  place.textContent = error instanceof Unreachable ? error.message : text.missing;
  place.setAttribute('role', 'alert');
  throw error;
}

/*
 * What the renderer leaves out for those who do not see the page or use no mouse: names of its buttons and fields, and a
 * way by keyboard into its scrolling lists.
 */
function mend() {
  for (const button of place.querySelectorAll('button:not([aria-label])')) {
    if (button.innerText.trim() === '') button.setAttribute('aria-label', text.copy);
  }
  for (const field of place.querySelectorAll('[role=combobox][contenteditable]:not([aria-label])')) {
    for (const [name, value] of [
      ['aria-label', text.value],
      ['aria-expanded', 'false'],
      ['aria-controls', 'reference'],
    ]) {
      field.setAttribute(name, value);
    }
  }
  for (const list of place.querySelectorAll('.endpoints:not([tabindex])')) list.tabIndex = 0;
}

async function readDocument(address) {
  const answer = await fetch(address, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.json();
}

async function showApi(document, tokenUrl) {
  // The form of the credentials flow is no standard one, so the sign-in above gets the token.
  const { oauth: _oauth, ...schemes } = document.components.securitySchemes;
  const shown = {
    ...document,
    servers: [{ url: location.origin }],
    security: document.security.filter((each) => !('oauth' in each)),
    components: { ...document.components, securitySchemes: schemes },
  };
  const reference = await show(shown);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void signIn(tokenUrl, (token) => reference.updateConfiguration(configuration(shown, token)));
  });
}

async function showAuth(authUrl) {
  const address = `${authUrl}/openapi.json`;
  const document = await readDocument(address).catch((error) => {
    throw error instanceof TypeError ? new Unreachable(said('unreachable', { address: authUrl })) : error;
  });
  await show({ ...document, servers: [{ url: authUrl }] });
}

async function show(document) {
  const { createApiReference } = await import(renderer);
  return createApiReference(place, configuration(document));
}

function configuration(content, token = '') {
  return {
    content,
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
    hideDarkModeToggle: true,
    forceDarkModeState: isDark ? 'dark' : 'light',
    persistAuth: false,
    documentDownloadType: 'none',
    defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    authentication: { preferredSecurityScheme: 'bearer', securitySchemes: { bearer: { token } } },
  };
}

/** Posts the form as the credentials flow wants it. The token is handed on and kept nowhere else. */
async function signIn(tokenUrl, useToken) {
  const status = form.querySelector('[role=status]');
  try {
    const answer = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    const body = await answer.json();
    if (answer.ok) useToken(body.access_token);
    status.textContent = answer.ok
      ? said('signedIn', { seconds: body.exires_in })
      : said('refused', { reason: body.error_description ?? body.error });
  } catch {
    status.textContent = said('unreachable', { address: new URL(tokenUrl).origin });
  }
}

function said(name, values) {
  return text[name].replace(/\{(\w+)\}/g, (_all, key) => values[key]);
}
