import { versions } from '../../build/changes.mjs';

/** @typedef {'en' | 'ja'} Language */

export const languages = /** @type {const} */ (['en', 'ja']);

/** @type {Readonly<Record<Language, readonly (readonly [string, readonly (readonly [name: string, title: string])[]])[]>>} */
const pages = {
  en: [
    [
      'First steps',
      [
        ['start', 'Five-minute start'],
        ['authentication', 'Authentication'],
        ['rights', 'Rights'],
        ['command-line', 'Command line'],
        ['python', 'Python'],
        ['generators', 'Generated clients'],
        ['sandbox', 'Sandbox'],
        ['console', 'Console'],
      ],
    ],
    [
      'Downloads',
      [
        ['batches', 'Batches'],
        ['marks', 'Marks and exactly-once'],
        ['events', 'Receive events'],
      ],
    ],
    [
      'Orders and dates',
      [
        ['orders', 'Orders'],
        ['order-to-receipt', 'From order to receipt'],
        ['dates-and-prices', 'Delivery dates and prices'],
      ],
    ],
    [
      'Look up',
      [
        ['calls', 'All calls'],
        ['errors', 'Errors'],
        ['limits', 'Limits and call counts'],
        ['glossary', 'Glossary'],
      ],
    ],
    [
      'Contract',
      [
        ['conformance', 'Conformance'],
        ['changes', 'Change log'],
        ['open-points', 'Open points'],
      ],
    ],
  ],
  ja: [
    [
      'はじめに',
      [
        ['start', '5分で始める'],
        ['authentication', '認証'],
        ['rights', '権限'],
        ['command-line', 'コマンドライン'],
        ['python', 'Python'],
        ['generators', 'クライアントの生成'],
        ['sandbox', 'サンドボックス'],
        ['console', 'コンソール'],
      ],
    ],
    [
      'ダウンロード',
      [
        ['batches', 'バッチ'],
        ['marks', 'ダウンロード済みの管理'],
        ['events', 'イベントの受信'],
      ],
    ],
    [
      '発注と納品日',
      [
        ['orders', '発注'],
        ['order-to-receipt', '発注から受領まで'],
        ['dates-and-prices', '納品日と価格'],
      ],
    ],
    [
      '資料',
      [
        ['calls', '呼び出しの一覧'],
        ['errors', 'エラー'],
        ['limits', '制限と呼び出し回数'],
        ['glossary', '用語集'],
      ],
    ],
    [
      '仕様',
      [
        ['conformance', '適合性の検査'],
        ['changes', '変更履歴'],
        ['open-points', '仕様の補足'],
      ],
    ],
  ],
};

const texts = {
  en: {
    guide: 'Guide',
    api: 'Data API',
    auth: 'Authentication server',
    reference: 'Reference',
    outline: { level: [2, 3] },
    lightModeSwitchTitle: 'Light colours',
    darkModeSwitchTitle: 'Dark colours',
  },
  ja: {
    guide: 'ガイド',
    api: 'データAPI',
    auth: '認証サーバー',
    reference: 'リファレンス',
    outline: { level: [2, 3], label: 'このページの内容' },
    docFooter: { prev: '前のページ', next: '次のページ' },
    returnToTopLabel: 'ページの先頭へ',
    sidebarMenuLabel: 'メニュー',
    langMenuLabel: '言語',
    skipToContentLabel: '本文へ移動',
    darkModeSwitchLabel: '配色',
    lightModeSwitchTitle: '明るい配色にする',
    darkModeSwitchTitle: '暗い配色にする',
    notFound: {
      title: 'ページが見つかりません',
      quote: 'アドレスをご確認いただくか、検索をご利用ください。',
      linkText: 'トップページへ',
      linkLabel: 'トップページへ',
    },
  },
};

/**
 * The groups of the pages of the guide in a language, each page with its path below the address of the portal.
 *
 * @param {Language} language
 */
export function groupsOf(language) {
  return pages[language].map(([text, items]) => ({
    text,
    items: items.map(([name, title]) => ({ text: title, link: `${baseOf(language)}${name}` })),
  }));
}

/** @param {Language} language */
export const pagesOf = (language) => groupsOf(language).flatMap(({ items }) => items.map(({ link }) => link));

/** @param {Language} language */
const baseOf = (language) => (language === 'en' ? '/' : `/${language}/`);

/**
 * Menu, side bar and frame texts in a language.
 *
 * @param {Language} language
 */
export function navigation(language) {
  const base = baseOf(language);
  const { guide, api, auth, reference, ...words } = texts[language];
  // The reference is not a page of the guide, so its link loads it instead of routing to it.
  const references = [
    { text: api, link: `${base}reference/`, target: '_self' },
    { text: auth, link: `${base}reference/auth`, target: '_self' },
  ];
  return {
    nav: [{ text: guide, link: `${base}start`, activeMatch: '^/(ja/)?[a-z-]+$' }, ...references],
    sidebar: [...groupsOf(language), { text: reference, items: references }],
    externalLinkIcon: false,
    versions: versions(language),
    ...words,
  };
}

export const searchInJapanese = {
  button: { buttonText: '検索', buttonAriaLabel: '検索' },
  modal: {
    displayDetails: '詳細を表示',
    resetButtonTitle: '検索条件を消去',
    backButtonTitle: '検索を閉じる',
    noResultsText: '該当するページがありません：',
    footer: { selectText: '選択', navigateText: '移動', closeText: '閉じる' },
  },
};
