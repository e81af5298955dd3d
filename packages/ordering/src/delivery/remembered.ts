/**
 * Returns a function that calls a rule only once for each key and keeps the results in memory. Each request gets a new function
 * with an empty memory.
 */
export function remembered<Key, Answer>(rule: (key: Key) => Answer): (key: Key) => Answer {
  const answers = new Map<Key, { readonly answer: Answer }>();
  return (key) => {
    const known = answers.get(key) ?? { answer: rule(key) };
    answers.set(key, known);
    return known.answer;
  };
}
