/*
 * Shows the OpenAPI document of a service. The renderer may call no host but the two services: no fonts, no proxy, no
 * telemetry and no assistant of its maker.
 */

const { service, renderer, texts } = document.body.dataset;
const text = JSON.parse(texts);
const place = document.querySelector('#reference');
const form = document.querySelector('.sign-in form');
/** The reader's choice in the guide, or else the preference of the system. */
const chosen = localStorage.getItem('vitepress-theme-appearance');
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.classList.toggle('dark', isDark);

/** The service does not answer at all. */
class Unreachable extends Error {}

/** Elements that are inert because a dialog covers them. */
const behind = new Set();

/** Whether the dialog shows the answer below the request. */
const isNarrow = matchMedia('(max-width: 1279px)');

new MutationObserver(mend).observe(place, { childList: true, subtree: true });
new MutationObserver(showAnswer).observe(place, { childList: true, subtree: true });
new MutationObserver(coverBehind).observe(place, { attributeFilter: ['class'], childList: true, subtree: true });

try {
  const isJapanese = document.documentElement.lang === 'ja';
  const api = await readDocument(isJapanese && service === 'api' ? '/openapi.ja.json' : '/openapi.json');
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
 * Helps readers without sight or mouse: adds the names of buttons and fields, and the keyboard access to scrolling
 * lists, which the renderer omits.
 */
function mend() {
  for (const button of place.querySelectorAll('button[role=none]')) button.removeAttribute('role');
  for (const button of place.querySelectorAll('button:not([aria-label])')) {
    if (button.innerText.trim() === '') button.setAttribute('aria-label', text.copy);
  }
  for (const button of place.querySelectorAll('button[class~="group/copy-button"][aria-controls]')) {
    if (document.getElementById(button.getAttribute('aria-controls')) === null) button.removeAttribute('aria-controls');
  }
  for (const field of place.querySelectorAll('[role=combobox][contenteditable]')) {
    complete(field, { 'aria-label': text.value, 'aria-expanded': 'false', 'aria-controls': 'reference' });
  }
  for (const field of place.querySelectorAll('.cm-content[role=textbox]'))
    complete(field, { 'aria-label': text.content });
  for (const list of place.querySelectorAll('.endpoints:not([tabindex]), .cm-scroller[tabindex="-1"]'))
    list.tabIndex = 0;
}

function complete(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (!element.hasAttribute(name)) element.setAttribute(name, value);
  }
}

/** Scrolls to an answer that appears below its request. */
function showAnswer(changes) {
  const isAnswer = '.response-section-content-body';
  const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
  if (!isNarrow.matches || !added.some((element) => element.matches(isAnswer) || element.querySelector(isAnswer)))
    return;
  place.querySelector(isAnswer)?.closest('section[aria-label]')?.scrollIntoView();
}

/** While the dialog of a request is open, the page around it is inert, except the dialog's own overlays. */
function coverBehind() {
  const dialog = place.querySelector('.scalar-client--open > [role=dialog]');
  if ((dialog === null) === (behind.size === 0)) return;
  for (const element of behind) element.inert = false;
  behind.clear();
  for (let inner = dialog; inner !== null && inner !== document.body; inner = inner.parentElement) {
    for (const beside of inner.parentElement.children) {
      if (beside !== inner && !/^(headlessui|scalar-tooltip)/.test(beside.id)) behind.add(beside);
    }
  }
  for (const element of behind) element.inert = true;
}

async function readDocument(address) {
  const answer = await fetch(address, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.json();
}

async function showApi(document, tokenUrl) {
  // The form of the credentials flow is not a standard one, so the sign-in above gets the token.
  const { oauth: _oauth, ...schemes } = document.components.securitySchemes;
  const shown = {
    ...document,
    servers: [{ url: location.origin }],
    security: document.security.filter((each) => !('oauth' in each)),
    components: { ...document.components, securitySchemes: schemes },
  };
  const reference = await render(shown);
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
  await render({ ...document, servers: [{ url: authUrl }] });
}

async function render(document) {
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

/** Posts the form of the credentials flow. The token is passed on and stored nowhere. */
async function signIn(tokenUrl, useToken) {
  const status = form.querySelector('[role=status]');
  try {
    const answer = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(new FormData(form)) });
    const body = await answer.json();
    if (answer.ok) useToken(body.access_token);
    if (answer.ok) status.textContent = said('signedIn', { seconds: body.exires_in });
    else status.replaceChildren(...refused(body));
  } catch {
    status.textContent = said('unreachable', { address: new URL(tokenUrl).origin });
  }
}

/** The server's description of the error, in English, and the code to look up. */
function refused({ error, error_description: description }) {
  const reason = document.createElement('span');
  reason.lang = 'en';
  reason.textContent = description === undefined ? error : `${description} (${error})`;
  const [before, after] = text.refused.split('{reason}');
  return [before, reason, after];
}

function said(name, values) {
  return text[name].replace(/\{(\w+)\}/g, (_all, key) => values[key]);
}
