/**
 * Returns a function that calls a rule at most once for each key and remembers the answers. For each request, a new function with
 * new memory is made.
 */
export function remembered<Key, Answer>(rule: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new Map<Key, { readonly answer: Answer }>();
  return (key) => {
    const known = answers.get(key) ?? { answer: rule(key) };
    answers.set(key, known);
    return known.answer;
  };
}
