/** Writes a value as a line of JSON. @param {unknown} value */
export function tell(value) {
  process.stdout.write(`${oneLine(JSON.stringify(value))}\n`);
}

/** Whoever reads by lines takes U+2028 and U+2029 for ends of lines; JSON lets them stand as they are. @param {string} json */
function oneLine(json) {
  return json.replace(/[\u2028\u2029]/g, (end) => `\\u${end.charCodeAt(0).toString(16)}`);
}
