import { defaultApiPrefix } from '@trading-platform/domain-types';
import { callGroups } from '@trading-platform/domain-types/calls';

/**
 * All calls of the data API in their groups, each with a link to the reference.
 *
 * @param {'en' | 'ja'} language
 */
export function callList(language) {
  const reference = `/docs/${language === 'en' ? '' : `${language}/`}reference/`;
  return callGroups()
    .map(({ title, calls }) => {
      const tag = title.en.toLowerCase().replaceAll(' ', '-');
      const rows = calls.map(({ title: name, says, method, path }) => {
        const anchor = `#tag/${tag}/${method.toUpperCase()}${defaultApiPrefix}${path}`;
        const link = `<a href="${reference}${anchor}" target="_self"><code>${method.toUpperCase()} ${path}</code></a>`;
        return `### ${name[language]}\n\n${link}\n\n${says[language]}${language === 'en' ? '.' : '。'}`;
      });
      return [`## ${title[language]}`, ...rows].join('\n\n');
    })
    .join('\n\n');
}
