/** The same rule, asked at most once for each key; it lives as long as one request. */
export function remembered<Key, Answer>(rule: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new Map<Key, { readonly answer: Answer }>();
  return (key) => {
    const known = answers.get(key) ?? { answer: rule(key) };
    answers.set(key, known);
    return known.answer;
  };
}
