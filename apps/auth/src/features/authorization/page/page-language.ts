/** The languages of the pages, the default first. */
export const languages = ['en', 'ja'] as const;

export type Language = (typeof languages)[number];

/** Longer headers are cut: a browser's preferences fit. */
const headerLengthAtMost = 200;

/**
 * The language of a page: the one the person chose, else the first one of `Accept-Language` that the pages have
 * (RFC 9110 §12.5.4, by quality, then by order), else English.
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
