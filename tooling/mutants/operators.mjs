import { parseSync, visitorKeys } from 'oxc-parser';

/**
 * A change of a source text that a person could make by mistake.
 *
 * @typedef {object} Change
 * @property {string} operator
 * @property {number} start first changed character
 * @property {number} end the position after the last changed character
 * @property {string} replacement
 */

/**
 * @typedef {Record<string, any> & { type: string, start: number, end: number }} Node a node of ESTree with TypeScript
 * @typedef {(node: Node, source: string, parent: Node | undefined) => string | undefined} Operator returns the text
 *   that replaces the node
 */

/** @type {Record<string, string>} */
const boundaries = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
/** @type {Record<string, string>} */
const negations = { '===': '!==', '!==': '===' };
/** @type {Record<string, string>} */
const connectives = { '&&': '||', '||': '&&' };
/** @type {Record<string, string>} */
const opposites = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const counterparts = new Map(
  Object.entries({ min: 'max', max: 'min', ceil: 'floor', floor: 'ceil', some: 'every', every: 'some' }),
);

/** Larger numbers are sizes or times, and people do not get those wrong by one. */
const greatestMistaken = 100;

const sql = /\b(SELECT|INSERT|UPDATE|DELETE|WHERE|FROM)\b/;
const log = /\blog(ger)?\b.*\.(trace|debug|info|warn|error|fatal)\($/;

/** @type {Record<string, Operator>} */
const ofSql = {
  'boundary in SQL': (node, source) => inSql(node, source, / (<=?|>=?) /, (found) => ` ${boundaries[found.trim()]} `),
  'connective in SQL': (node, source) => inSql(node, source, / AND /, () => ' OR '),
  'equality in SQL': (node, source) => inSql(node, source, / = /, () => ' <> '),
  'order in SQL': (node, source) => inSql(node, source, / DESC\b/, () => ''),
};

/**
 * Leaves out changes that other checks of `npm test` would refuse, such as a forgotten `await`.
 *
 * @type {Record<string, Record<string, Operator>>}
 */
const operators = {
  BinaryExpression: {
    boundary: (node, source) => swapped(node, source, boundaries),
    equality: (node, source) => swapped(node, source, negations),
    arithmetic: (node, source) =>
      isText(node.left) || isText(node.right) ? undefined : swapped(node, source, opposites),
  },
  LogicalExpression: { connective: (node, source) => swapped(node, source, connectives) },
  IfStatement: { condition: (node, source) => around(node, node.test, source, 'false') },
  ConditionalExpression: {
    condition: (node, source) => around(node, node.test, source, `!(${textOf(node.test, source)})`),
  },
  ExpressionStatement: { 'removed statement': (node, source) => (isRemovable(node, source) ? ';' : undefined) },
  Literal: {
    number: (node, _source, parent) =>
      typeof node.value === 'number' && node.value < greatestMistaken && !isUnit(parent)
        ? String(node.value + 1)
        : undefined,
    boolean: (node) => (typeof node.value === 'boolean' ? String(!node.value) : undefined),
    text: (node, _source, parent) => (isOfHeader(node, parent) ? "''" : undefined),
    ...ofSql,
  },
  ArrayExpression: {
    'removed element': (node, source) =>
      node.elements.length > 0 && node.elements.every((/** @type {Node} */ element) => isText(element))
        ? `[${node.elements.slice(1).map((/** @type {Node} */ element) => textOf(element, source))}]`
        : undefined,
  },
  CallExpression: {
    counterpart(node, source) {
      const { property } = node.callee;
      const other = counterparts.get(property?.name);
      return other === undefined ? undefined : around(node, property, source, other);
    },
  },
  TemplateElement: ofSql,
};

/**
 * Returns all changes that the mutation operators can make in a source text.
 *
 * @param {string} path its ending determines the language
 * @param {string} source
 * @returns {Change[]} in the order of the text
 */
export function changesOf(path, source) {
  /** @type {Change[]} */
  const changes = [];
  visit(readable(path, source), undefined);
  return changes.toSorted((one, other) => one.start - other.start);

  /** @param {Node} node @param {Node | undefined} parent */
  function visit(node, parent) {
    if (isTypeOnly(node)) return;
    for (const [operator, change] of Object.entries(operators[node.type] ?? {})) {
      const replacement = change(node, source, parent);
      const { start, end } = node;
      if (replacement !== undefined) changes.push({ operator, start, end, replacement });
    }
    for (const key of visitorKeys[node.type] ?? []) {
      for (const child of [node[key]].flat()) if (child?.type !== undefined) visit(child, node);
    }
  }
}

/**
 * @param {string} path
 * @param {string} source
 * @returns {Node}
 * @throws if the source cannot be parsed
 */
export function readable(path, source) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  return program;
}

/** @param {Node} node */
function isTypeOnly({ type }) {
  return type.startsWith('TSType') || type.startsWith('TSInterface') || type === 'ImportDeclaration';
}

/** @param {Node} node @param {string} source */
const textOf = ({ start, end }, source) => source.slice(start, end);

/**
 * Returns the text of a node in which one part is replaced.
 *
 * @param {Node} node
 * @param {{ start: number, end: number }} part
 * @param {string} source
 * @param {string} replacement
 */
function around(node, part, source, replacement) {
  return source.slice(node.start, part.start) + replacement + source.slice(part.end, node.end);
}

/** @param {Node} node @param {string} source @param {Record<string, string>} others */
function swapped(node, source, others) {
  const other = others[node.operator];
  if (other === undefined) return undefined;
  const between = source.slice(node.left.end, node.right.start);
  const start = node.left.end + between.indexOf(node.operator);
  return around(node, { start, end: start + node.operator.length }, source, other);
}

/** A factor as in `60 * 1000`. People do not get such factors wrong by one. @param {Node | undefined} parent */
const isUnit = (parent) => parent?.type === 'BinaryExpression' && parent.operator === '*';

/** @param {Node} node @returns {boolean} */
function isText(node) {
  if (node.type === 'BinaryExpression') return isText(node.left) || isText(node.right);
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

/**
 * Calls and assignments that can be removed. Log lines and constructor parameters that become properties are excluded.
 *
 * @param {Node} node
 * @param {string} source
 */
function isRemovable({ expression }, source) {
  const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
  if (call.type === 'AssignmentExpression') return !/^this\.#?(\w+) = \1$/.test(textOf(call, source));
  if (call.type !== 'CallExpression' || call.callee.type === 'Super') return false;
  return !log.test(source.slice(call.start, call.callee.end + 1));
}

/**
 * Whether the node is the text value of a header.
 *
 * @param {Node} node
 * @param {Node | undefined} parent
 */
function isOfHeader(node, parent) {
  if (typeof node.value !== 'string' || node.value === '') return false;
  return (
    parent?.type === 'Property' && parent.value === node && /^['"]?[A-Z]/.test(parent.key.raw ?? parent.key.name ?? '')
  );
}

/**
 * @param {Node} node
 * @param {string} source
 * @param {RegExp} what
 * @param {(found: string) => string} instead
 */
function inSql(node, source, what, instead) {
  const text = textOf(node, source);
  return sql.test(text) && what.test(text) ? text.replace(what, instead) : undefined;
}
