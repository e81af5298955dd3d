/** @typedef {import('./package-entries.mjs').DescribedPackage} DescribedPackage */
/** @typedef {import('./declaration-files.mjs').ExportedSymbol} ExportedSymbol */

/** The type of a value is cut at this length, because the reference of the calls shows record fields better. */
const longestValue = 2_000;

/**
 * The page of a package, with every entry and every symbol, each with its docstring.
 *
 * @param {DescribedPackage} described
 * @param {string} style path of the style sheet in the portal
 */
export function packagePage({ name, description, entries }, style) {
  const parts = entries.map(({ specifier, symbols }) => {
    const links = symbols.map((symbol) => `<a href="#${idOf(specifier, symbol)}">${symbol.name}</a>`);
    const sections = symbols.map((symbol) => symbolSection(specifier, symbol));
    return `<h2 id="${specifier}"><code>${specifier}</code></h2>\n<p class="names">${links.join(' ')}</p>\n${sections.join('\n')}`;
  });
  const body = entries.length === 0 ? '<p>It is a program and exports nothing.</p>' : parts.join('\n');
  return page(name, style, `<h1>${name}</h1>\n<p>${escaped(description)}</p>\n${body}`);
}

/**
 * The list of all packages.
 *
 * @param {readonly DescribedPackage[]} packages
 * @param {string} style
 */
export function packageList(packages, style) {
  const rows = packages.map(
    ({ folder, name, description }) =>
      `<dt><a href="/docs/packages/${folder}">${name}</a></dt>\n<dd>${escaped(description)}</dd>`,
  );
  const text = 'The exports of each package of the platform, from its docstrings. Its README shows how to use it.';
  return page('Packages', style, `<h1>Packages</h1>\n<p>${text}</p>\n<dl>\n${rows.join('\n')}\n</dl>`);
}

/**
 * @param {string} title
 * @param {string} style
 * @param {string} content
 */
function page(title, style, content) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} | Trading Platform</title>
<link rel="icon" href="/docs/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/${style}">
</head>
<body>
<nav aria-label="Pages"><a class="home" href="/docs/">Trading Platform</a> <a href="/docs/packages/">Packages</a></nav>
<main>
${content}
</main>
</body>
</html>
`;
}

/**
 * @param {string} specifier
 * @param {ExportedSymbol} symbol
 */
function symbolSection(specifier, symbol) {
  const { name, kind, doc, declaration } = symbol;
  const heading = `<h3 id="${idOf(specifier, symbol)}"><code>${name}</code> <small>${kind}</small></h3>`;
  return `<section>\n${heading}\n${docOf(doc)}\n${codeOf(kind === 'value' ? cut(declaration) : declaration)}\n</section>`;
}

/**
 * A value and its type may have names that differ only in case, and the links of some readers ignore case.
 *
 * @param {string} specifier
 * @param {ExportedSymbol} symbol
 */
const idOf = (specifier, { name, kind }) => `${specifier.split('/').slice(2).join('-') || 'index'}.${kind}.${name}`;

/** @param {string} doc */
function docOf(doc) {
  const [text = '', ...tags] = doc.split(/^(?=@\w)/m);
  const said = tags.map((tag) => {
    const [, word = '', rest = ''] = /^@(\w+) ?([^]*)$/.exec(tag.trim()) ?? [];
    return word === 'example' ? codeOf(rest.trim()) : `<p class="tag"><b>${word}</b> ${inline(rest)}</p>`;
  });
  return [...text.trim().split(/\n\n+/).filter(Boolean).map(blockOf), ...said].join('\n');
}

/** @param {string} block */
function blockOf(block) {
  if (!block.startsWith('- ')) return `<p>${inline(block)}</p>`;
  return `<ul>${block
    .slice(2)
    .split(/\n- /)
    .map((item) => `<li>${inline(item)}</li>`)
    .join('')}</ul>`;
}

/** @param {string} text */
const inline = (text) => escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

/** @param {string} code */
function codeOf(code) {
  const marked = escaped(code).replaceAll(/\/\*\*[^]*?\*\//g, '<i>$&</i>');
  return `<pre tabindex="0"><code>${marked}</code></pre>`;
}

/** @param {string} declaration */
const cut = (declaration) =>
  declaration.length > longestValue ? `${declaration.slice(0, longestValue)} …` : declaration;

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
