/** The languages of the pages. The first language is the default. */
export const languages = ['en', 'ja'] as const;

export type Language = (typeof languages)[number];

/** The maximum length of a header that is read. A browser's language preferences are shorter than this. */
const headerLengthAtMost = 200;

/**
 * Chooses the language of a page. If the person has chosen a language, it is used. Otherwise the page uses the first
 * language in `Accept-Language` that the pages support (RFC 9110 §12.5.4, ordered by quality and then by position). If
 * there is none, the page uses English.
 */
export function negotiateLanguage(acceptLanguage: string | undefined, chosen?: string): Language {
  const known = languages.find((language) => language === chosen);
  if (known !== undefined) return known;
  const wanted = (acceptLanguage ?? '')
    .slice(0, headerLengthAtMost)
    .split(',')
    .map(readPreference)
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const language = languages.find((candidate) => tag === candidate || tag.startsWith(`${candidate}-`));
    if (language !== undefined) return language;
  }
  return 'en';
}

function readPreference(part: string): { tag: string; quality: number } {
  const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
}
