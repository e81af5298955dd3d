/** Fields that are not repeated at the end of the line, because they are shown elsewhere in the line or not at all. */
const placed = new Set(['level', 'time', 'msg', 'service', 'context', 'pid', 'hostname', 'request_id', 'err']);

const colours = { auth: 35, api: 36, worker: 33, postgres: 34 };
const levelColours = { warn: 33, error: 31, fatal: 31 };

/**
 * Converts one JSON line of a service to one readable line. Other lines remain unchanged.

 *
 * @param {string} service
 * @param {string} line
 * @param {boolean} colour
 */
export function formatLogLine(service, line, colour) {
  const paint = (/** @type {number} */ code, /** @type {string} */ text) =>
    colour ? `\u001b[${code}m${text}\u001b[0m` : text;
  const prefix = paint(colours[/** @type {keyof typeof colours} */ (service)] ?? 37, service.padEnd(6));
  const entry = parse(line);
  if (entry === undefined) return `${prefix} ${line}`;

  const { level, time, msg, request_id: requestId, err } = entry;
  const shownLevel = level === 'info' ? '' : `${String(level).toUpperCase()} `;
  const parts = [
    prefix,
    paint(90, clock(time)),
    paint(levelColours[/** @type {keyof typeof levelColours} */ (level)] ?? 39, `${shownLevel}${msg ?? ''}`),
    ...Object.entries(entry).flatMap(([name, value]) => (placed.has(name) ? [] : [`${name}=${show(value)}`])),
    ...(requestId === undefined ? [] : [paint(90, `request_id=${requestId}`)]),
    ...(err === undefined ? [] : [paint(31, show(err.message ?? err))]),
  ];
  const isFailure = level === 'error' || level === 'fatal';
  const stack = isFailure && typeof err?.stack === 'string' ? `\n${paint(90, err.stack)}` : '';
  return parts.join(' ') + stack;
}

/**
 * @param {string} line
 * @returns {Record<string, any> | undefined}
 */
function parse(line) {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** @param {unknown} time */
function clock(time) {
  const date = new Date(/** @type {string | number} */ (time));
  return Number.isNaN(date.getTime()) ? '--:--:--' : date.toTimeString().slice(0, 8);
}

/** @param {unknown} value */
function show(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
