/*
 * Shows the OpenAPI document of a service, one group of calls at a time. The address names a group or a call in the
 * same way as the renderer of the page "try", such as #tag/lists/POST/ordApi/order/partner/list.
 */

const { service, texts, tryPage, errorsPage } = document.body.dataset;
const text = JSON.parse(texts);
const place = document.querySelector('#reference');
/** The reader's choice in the guide, or else the preference of the system. */
const chosen = localStorage.getItem('vitepress-theme-appearance');
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.classList.toggle('dark', isDark);

/** At this depth, a record that contains itself is not shown further. */
const deepest = 6;

/** The service does not answer at all. */
class Unreachable extends Error {}

try {
  const { api, server } = await readService();
  const groups = groupsOf(api);
  const render = () => show(api, server, groups);
  // The link that skips the frame leads to the element, and not to another group.
  addEventListener('hashchange', () => location.hash === '#reference' || render());
  render();
} catch (error) {
  place.textContent = error instanceof Unreachable ? error.message : text.missing;
  place.setAttribute('role', 'alert');
  throw error;
}

async function readService() {
  const isJapanese = document.documentElement.lang === 'ja';
  const data = await readDocument(isJapanese && service === 'api' ? '/openapi.ja.json' : '/openapi.json');
  if (service === 'api') return { api: data, server: location.origin };
  const { tokenUrl } = data.components.securitySchemes.oauth.flows.password;
  const server = tokenUrl.replace(/\/api\/credentials\/access_token$/, '');
  const api = await readDocument(`${server}/openapi.json`).catch((error) => {
    const reason = text.unreachable.replace('{address}', server);
    throw error instanceof TypeError ? new Unreachable(reason) : error;
  });
  return { api, server };
}

async function readDocument(address) {
  const answer = await fetch(address, { credentials: 'omit' });
  if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
  return answer.json();
}

function groupsOf({ tags = [], paths }) {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(method.toUpperCase(), path, operation)),
  );
  return tags.map((tag) => ({
    ...tag,
    title: tag['x-displayName'] ?? tag.name,
    id: idOf(tag.name),
    calls: calls.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
}

function callOf(method, path, operation) {
  return { method, path, operation, id: `${idOf(operation.tags[0])}/${method}${path}` };
}

function idOf(tag) {
  return `tag/${tag.toLowerCase().replaceAll(' ', '-')}`;
}

/** Shows the group of the address, or the list of all calls if it names none. */
function show(api, server, groups) {
  const wanted = decodeURIComponent(location.hash.slice(1));
  const group = groups.find(({ id }) => wanted === id || wanted.startsWith(`${id}/`));
  const article = group === undefined ? overviewOf(api, groups) : groupOf(api, server, group);
  place.replaceChildren(navigationOf(groups, group), make('article', {}, article));
  const target = wanted === '' ? null : document.getElementById(wanted);
  if (target === null) scrollTo(0, 0);
  else target.scrollIntoView();
}

function navigationOf(groups, current) {
  const items = groups.map((group) => {
    const isCurrent = group === current;
    const calls = isCurrent
      ? [
          make(
            'ul',
            {},
            group.calls.map((call) => make('li', {}, [linkTo(call)])),
          ),
        ]
      : [];
    const link = make('a', { href: `#${group.id}`, ...(isCurrent ? { 'aria-current': 'true' } : {}) }, [group.title]);
    return make('li', {}, [link, ...calls]);
  });
  const all = make('a', { href: '#', ...(current === undefined ? { 'aria-current': 'true' } : {}) }, [text.allCalls]);
  return make('nav', { class: 'groups', 'aria-label': text.calls }, [
    make('ul', {}, [make('li', {}, [all]), ...items]),
  ]);
}

function linkTo({ id, operation }) {
  return make('a', { href: `#${id}` }, [operation.summary]);
}

function overviewOf({ info }, groups) {
  const lists = groups.flatMap((group) => [
    make('h2', {}, [make('a', { href: `#${group.id}` }, [group.title])]),
    make(
      'ul',
      { class: 'calls' },
      group.calls.map((call) => make('li', {}, [linkTo(call), ' ', routeOf(call)])),
    ),
  ]);
  return [make('h1', {}, [info.title]), ...paragraphs(info.description), ...lists];
}

function groupOf(api, server, { title, description, calls }) {
  // The data API describes a group by the sentences of its calls. The calls follow below.
  const introduction = service === 'api' ? [] : paragraphs(description);
  return [make('h1', {}, [title]), ...introduction, ...calls.map((call) => sectionOf(api, server, call))];
}

function sectionOf(api, server, call) {
  const { operation, id } = call;
  const tryLink = make('a', { class: 'try', href: `${tryPage}#${id}` }, [text.tryCall]);
  return make('section', { id }, [
    make('h2', {}, [linkTo(call)]),
    make('p', { class: 'route' }, [routeOf(call), tryLink]),
    ...paragraphs(operation.description),
    ...parametersOf(api, operation),
    ...requestOf(api, server, call),
    ...answersOf(api, operation),
  ]);
}

function routeOf({ method, path }) {
  return make('code', { class: 'address' }, [make('b', {}, [method]), ` ${path}`]);
}

function parametersOf(api, { parameters = [] }) {
  if (parameters.length === 0) return [];
  const rows = parameters.map((each) => {
    const { name, in: where, required, description, schema } = resolved(api, each);
    return rowOf(api, { name, isRequired: required, description, schema, kind: text.places[where] });
  });
  return [make('h3', {}, [text.parameters]), listOf(rows)];
}

function requestOf(api, server, call) {
  const { requestBody } = call.operation;
  const [[type, content] = []] = Object.entries(requestBody?.content ?? {});
  const bodies = content === undefined ? [] : [...schemaParts(api, content.schema)];
  const heading = content === undefined ? [] : [make('h3', {}, [text.request]), make('p', { class: 'type' }, [type])];
  return [...heading, ...bodies, ...sampleOf(server, call, type, examplesOf(api, content)[0])];
}

function sampleOf(server, { method, path, operation }, type, example) {
  const isOpen = operation.security?.length === 0 || service === 'auth';
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${server}${filled(path, operation)}'`,
    ...(isOpen ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(type === undefined || example === undefined ? [] : dataOf(type, example.value)),
  ];
  return [blockOf(text.example, lines.join(' \\\n  '))];
}

function filled(path, { parameters = [] }) {
  return path.replace(/\{(\w+)\}/g, (all, name) => parameters.find((each) => each.name === name)?.example ?? all);
}

function dataOf(type, value) {
  if (type !== 'application/json') {
    return Object.entries(value).map((entry) => `--data-urlencode ${quoted(entry.join('='))}`);
  }
  return [`-H 'Content-Type: ${type}'`, `-d ${quoted(JSON.stringify(value, null, 2))}`];
}

function quoted(value) {
  return `'${value.replaceAll("'", "'\\''")}'`;
}

function answersOf(api, { responses }) {
  const all = Object.entries(responses).map(([status, response]) => [status, resolved(api, response)]);
  const served = all.filter(([status]) => status < 400);
  const refused = all.filter(([status]) => status >= 400);
  return [...served.flatMap((each) => servedParts(api, each)), ...refusedParts(api, refused)];
}

function servedParts(api, [status, { description, content = {} }]) {
  const bodies = Object.entries(content).flatMap(([type, body]) => [
    make('p', { class: 'type' }, [type]),
    ...schemaParts(api, body.schema),
    ...examplesOf(api, body).map(({ value }) => blockOf(text.example, JSON.stringify(value, null, 2))),
  ]);
  return [make('h3', {}, [`${text.answer} ${status}`]), ...paragraphs(description), ...bodies];
}

function refusedParts(api, answers) {
  if (answers.length === 0) return [];
  const rows = answers.flatMap(([status, { description, content }]) => {
    const codes = examplesOf(api, Object.values(content ?? {})[0]).filter(({ name }) => /^E\d{6}$/.test(name));
    if (codes.length === 0) return [make('tr', {}, [cell(status), cell(''), cell(inline(description))])];
    return codes.map(({ name, summary }) =>
      make('tr', {}, [
        cell(status),
        cell([make('a', { href: `${errorsPage}#${name.toLowerCase()}` }, [name])]),
        cell(inline(summary ?? '')),
      ]),
    );
  });
  const head = make(
    'tr',
    {},
    [text.status, text.code, text.meaning].map((each) => make('th', { scope: 'col' }, [each])),
  );
  const table = make('table', {}, [make('thead', {}, [head]), make('tbody', {}, rows)]);
  return [make('h3', {}, [text.errors]), make('div', { class: 'wide', tabindex: '0' }, [table])];
}

function cell(content) {
  return make('td', {}, [content].flat());
}

function examplesOf(api, { example, examples } = {}) {
  if (example !== undefined) return [{ name: '', value: example }];
  return Object.entries(examples ?? {}).map(([name, each]) => ({ name, ...resolved(api, each) }));
}

/** The fields of a schema. If a schema has alternatives, the fields of all alternatives. */
function schemaParts(api, schema, depth = 0) {
  const whole = resolved(api, schema ?? {});
  const alternatives = whole.oneOf ?? whole.anyOf;
  if (alternatives !== undefined) {
    return alternatives.flatMap((each) => {
      const title = make('p', { class: 'alternative' }, [make('code', {}, [resolved(api, each).title ?? ''])]);
      return [title, ...schemaParts(api, each, depth)];
    });
  }
  if (whole.properties === undefined) return [];
  const rows = Object.entries(whole.properties).map(([name, field]) =>
    rowOf(api, {
      name,
      schema: field,
      description: field.description,
      isRequired: whole.required?.includes(name) ?? false,
      depth,
    }),
  );
  return [listOf(rows.flat())];
}

function listOf(rows) {
  return make('dl', {}, rows.flat());
}

/** A field, and the fields of its object or of the elements of its list. */
function rowOf(api, { name, schema, description, isRequired, kind, depth = 0 }) {
  const whole = resolved(api, schema);
  const inner = whole.type === 'array' ? resolved(api, whole.items) : whole;
  const facts = [kind, typeOf(whole, inner), isRequired ? text.required : undefined].filter(
    (each) => each !== undefined,
  );
  const nested = inner.properties === undefined || depth >= deepest ? [] : nestedOf(api, inner, depth);
  return [
    make('dt', {}, [make('code', {}, [name]), make('span', {}, [facts.join(', ')])]),
    make('dd', {}, [...paragraphs(description ?? whole.description ?? ''), ...valuesOf(inner), ...nested]),
  ];
}

function nestedOf(api, schema, depth) {
  const count = Object.keys(schema.properties).length;
  const summary = make('summary', {}, [text.fields.replace('{count}', count)]);
  return [make('details', count > 12 ? {} : { open: '' }, [summary, ...schemaParts(api, schema, depth + 1)])];
}

function typeOf({ type, maxItems }, { type: inner, maxLength }) {
  const name = text.types[type === 'array' ? inner : type] ?? inner;
  const bounds = maxLength === undefined ? '' : text.length.replace('{most}', maxLength);
  if (type !== 'array') return `${name}${bounds}`;
  return `${text.list.replace('{type}', name + bounds)}${maxItems === undefined ? '' : text.items.replace('{most}', maxItems)}`;
}

function valuesOf({ 'x-enumDescriptions': values }) {
  if (values === undefined) return [];
  const items = Object.entries(values).map(([value, meaning]) =>
    make('li', {}, [make('code', {}, [value === '' ? '""' : value]), ` ${meaning}`]),
  );
  return [make('ul', { class: 'values' }, items)];
}

function resolved(api, part) {
  if (part.$ref === undefined) return part;
  const [, , room, name] = part.$ref.split('/');
  const { $ref: _, ...own } = part;
  return { ...api.components[room][name], ...own };
}

function blockOf(title, content) {
  return make('figure', {}, [
    make('figcaption', {}, [title]),
    make('pre', { tabindex: '0' }, [make('code', {}, [content])]),
  ]);
}

function paragraphs(words = '') {
  return words
    .split('\n\n')
    .filter((each) => each !== '')
    .map((each) => make('p', {}, inline(each)));
}

/** Text with code in backticks. */
function inline(words) {
  return words.split('`').map((part, index) => (index % 2 === 1 ? make('code', {}, [part]) : part));
}

function make(name, attributes, children = []) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}
