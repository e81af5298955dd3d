/** @typedef {'en' | 'ja'} Language */
/** @typedef {'api' | 'auth'} Service */
/** @typedef {'read' | 'try'} Kind whether the page is for reading, or can make calls */

const texts = {
  en: {
    home: 'Trading Platform',
    guide: 'Guide',
    api: 'Data API',
    auth: 'Authentication',
    other: '日本語',
    skip: 'Skip to the reference',
    pages: 'Pages',
    title: { api: 'Data API reference', auth: 'Authentication server reference' },
    tryIt: 'Sign in to try calls here',
    hint: 'With the demo account that “npm start” prints, or your own. The token stays in this page; a reload forgets it.',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    userId: 'User ID',
    password: 'Password',
    signIn: 'Get a token',
    signedIn: 'A token is in place: “Test Request” now makes real calls. It holds for {seconds} seconds.',
    refused: 'The authentication server refused: {reason}',
    unreachable: 'The authentication server cannot be reached at {address}.',
    missing: 'The description of the service cannot be read. Load the page again.',
    noScript: 'This page needs a script. For machines there is the OpenAPI document:',
    download: 'Download:',
    ownName: 'English',
    copy: 'Copy',
    value: 'Value',
    content: 'Content',
    otherForms: 'Other forms',
    tryPage: 'Try the calls',
    readPage: 'Read without trying',
    allCalls: 'All calls',
    calls: 'Calls',
    tryCall: 'Try this call',
    parameters: 'Parameters',
    request: 'Request',
    answer: 'Answer',
    errors: 'Refusals',
    example: 'Example',
    required: 'required',
    fields: '{count} fields',
    status: 'HTTP',
    code: 'Code',
    meaning: 'Meaning',
    types: { string: 'text', integer: 'whole number', number: 'number', object: 'object', boolean: 'true or false' },
    places: { path: 'path', query: 'query', header: 'header' },
    list: 'list of: {type}',
    length: ', at most {most} characters',
    items: ', at most {most} elements',
  },
  ja: {
    home: 'Trading Platform',
    guide: 'ガイド',
    api: 'データAPI',
    auth: '認証',
    other: 'English',
    skip: 'リファレンスへ移動',
    pages: 'ページ',
    title: { api: 'データAPI リファレンス', auth: '認証サーバー リファレンス' },
    tryIt: 'サインインしてこの画面から呼び出す',
    hint: '「npm start」が表示するデモアカウント、またはお手元のアカウントを使用できます。トークンはこの画面内にのみ保持され、再読み込みすると破棄されます。',
    clientId: 'クライアントID',
    clientSecret: 'クライアントシークレット',
    userId: 'ユーザーID',
    password: 'パスワード',
    signIn: 'トークンを取得',
    signedIn: 'トークンを設定しました。「Test Request」から実際に呼び出せます（有効期間 {seconds} 秒）。',
    refused: '認証サーバーに拒否されました：{reason}',
    unreachable: '認証サーバー（{address}）に接続できません。',
    missing: 'サービスの定義を読み込めません。ページを再読み込みしてください。',
    noScript: 'このページの表示にはスクリプトが必要です。OpenAPI 文書はこちらです：',
    download: 'ダウンロード：',
    ownName: '日本語',
    copy: 'コピー',
    value: '値',
    content: '内容',
    otherForms: '別の形式',
    tryPage: '呼び出しを試す',
    readPage: '読むだけのページ',
    allCalls: 'すべての呼び出し',
    calls: '呼び出し',
    tryCall: 'この呼び出しを試す',
    parameters: 'パラメーター',
    request: 'リクエスト',
    answer: '応答',
    errors: '拒否',
    example: '例',
    required: '必須',
    fields: '{count}項目',
    status: 'HTTP',
    code: 'コード',
    meaning: '意味',
    types: { string: '文字列', integer: '整数', number: '数値', object: 'オブジェクト', boolean: '真偽値' },
    places: { path: 'パス', query: 'クエリ', header: 'ヘッダー' },
    list: 'リスト（要素は{type}）',
    length: '（{most}文字以内）',
    items: '、{most}要素以内',
  },
};

/**
 * The address of a page below the folder of its language.
 *
 * @param {Service} service
 * @param {Kind} [kind]
 */
function addressOf(service, kind = 'read') {
  if (kind === 'read') return service === 'api' ? 'reference/' : 'reference/auth';
  return service === 'api' ? 'reference/try' : 'reference/try-auth';
}

/** @param {Language} language */
const folderOf = (language) => (language === 'en' ? '/docs/' : `/docs/${language}/`);

/**
 * A page that shows the OpenAPI document of a service. It has no inline script, so that a strict policy is possible.
 *
 * @param {{ language: Language, service: Service, kind: Kind, assets: import('./write-reference.mjs').ReferenceAssets }} page
 */
export function referencePage({ language, service, kind, assets }) {
  const text = texts[language];
  const other = language === 'en' ? 'ja' : 'en';
  const base = folderOf(language);
  const link = (/** @type {Service} */ each) =>
    `<a href="${base}${addressOf(each)}"${each === service ? ' aria-current="page"' : ''}>${text[each]}</a>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text.title[service]} | ${text.home}</title>
<link rel="icon" href="/docs/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/${assets.frame}">
<link rel="stylesheet" href="/docs/${assets[kind].style}">
${kind === 'try' ? `<link rel="modulepreload" href="/docs/${assets.renderer}">\n` : ''}<script type="module" src="/docs/${assets[kind].script}"></script>
</head>
<body ${dataOf(language, service, assets)}>
<a class="skip" href="#reference">${text.skip}</a>
<nav class="pages" aria-label="${text.pages}">
<a class="home" href="${base}"><img src="/docs/mark.svg" alt="" width="24" height="24"><span>${text.home}</span></a>
<a href="${base}start">${text.guide}</a>
${link('api')}
${link('auth')}
<a href="${folderOf(other)}${addressOf(service, kind)}" lang="${other}" hreflang="${other}">${text.other}</a>
</nav>
${kind === 'try' && service === 'api' ? signInForm(text) : ''}
<nav class="downloads" aria-label="${text.otherForms}">${otherKind(language, service, kind)}${service === 'api' ? ` · ${downloads(language)}` : ''}</nav>
${kind === 'read' ? '<main id="reference" tabindex="-1"></main>' : '<div id="reference" tabindex="-1"></div>'}
<noscript><p>${text.noScript} ${document(language, service)}</p></noscript>
</body>
</html>
`;
}

/**
 * The attributes that the script of the page reads.
 *
 * @param {Language} language
 * @param {Service} service
 * @param {import('./write-reference.mjs').ReferenceAssets} assets
 */
function dataOf(language, service, assets) {
  const base = folderOf(language);
  const data = {
    service,
    renderer: `/docs/${assets.renderer}`,
    'try-page': `${base}${addressOf(service, 'try')}`,
    'errors-page': `${base}errors`,
    texts: JSON.stringify(texts[language]).replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  };
  return Object.entries(data)
    .map(([name, value]) => `data-${name}="${value}"`)
    .join(' ');
}

/**
 * A link to the other page of the same calls: from reading to trying, or back.
 *
 * @param {Language} language
 * @param {Service} service
 * @param {Kind} kind
 */
function otherKind(language, service, kind) {
  const { tryPage, readPage } = texts[language];
  const other = kind === 'read' ? 'try' : 'read';
  return `<a href="${folderOf(language)}${addressOf(service, other)}">${kind === 'read' ? tryPage : readPage}</a>`;
}

/**
 * The document of a service for machines. The document of the authentication server is at the address of that server,
 * and only callers know this address.
 *
 * @param {Language} language
 * @param {Service} service
 */
function document(language, service) {
  if (service === 'auth') return '<code>{AUTH_URL}/openapi.json</code>';
  return `<a href="${language === 'en' ? '/openapi.json' : '/openapi.ja.json'}">openapi.json</a>`;
}

/**
 * Links to the documents that programs read, in both languages.
 *
 * @param {Language} language
 */
function downloads(language) {
  const { download } = texts[language];
  const link = (/** @type {string} */ name, /** @type {Language} */ of) =>
    `<a href="/${name}${of === 'en' ? '' : '.ja'}.json" hreflang="${of}" lang="${of}" download>${texts[of].ownName}</a>`;
  const both = (/** @type {string} */ name) =>
    `${link(name, language)}, ${link(name, language === 'en' ? 'ja' : 'en')}`;
  return `${download} OpenAPI (${both('openapi')}) · Postman (${both('postman')})`;
}

/** @param {(typeof texts)['en']} text */
function signInForm(text) {
  return `<section aria-label="${text.tryIt}">
<details class="sign-in">
<summary>${text.tryIt}</summary>
<form>
<p>${text.hint}</p>
${fieldOf('client_id', text.clientId)}
${fieldOf('client_secret', text.clientSecret, 'password')}
${fieldOf('user_id', text.userId)}
${fieldOf('user_password', text.password, 'password')}
<button type="submit">${text.signIn}</button>
<p role="status"></p>
</form>
</details>
</section>`;
}

/**
 * @param {string} name
 * @param {string} label
 * @param {'text' | 'password'} [type]
 */
function fieldOf(name, label, type = 'text') {
  return `<label>${label}<input name="${name}" type="${type}" required autocomplete="off" spellcheck="false"></label>`;
}
