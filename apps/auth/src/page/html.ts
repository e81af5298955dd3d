/** A piece of HTML in which every value has been escaped. Objects of this class are made only by the function `html`. */
export class Html {
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  static of(strings: TemplateStringsArray, values: readonly HtmlValue[]): Html {
    return new Html(strings.reduce((text, string, index) => text + rendered(values[index - 1]) + string));
  }
}

export type HtmlValue = Html | string | number | false | undefined;

/**
 * Writes a piece of HTML. Values are escaped for use in text and in quoted attributes. In the template, the values `false` and
 * `undefined` produce no output.
 *
 * @example html`<p title="${title}">${problem && html`<strong>${problem}</strong>`}</p>`
 */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  return Html.of(strings, values);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function rendered(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  return String(value).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
