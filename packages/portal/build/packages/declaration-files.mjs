import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript-6';

/**
 * A symbol that an entry of a package exports.
 *
 * @typedef {object} ExportedSymbol
 * @property {string} name
 * @property {'class' | 'function' | 'type' | 'value'} kind
 * @property {string} doc the text of its docstring, without the stars; `''` if it has none
 * @property {string} declaration its declaration by the compiler, without docstring and private members
 */

/** @typedef {{ file: string, nodes: readonly ts.Node[] }} Declared */

/**
 * The declaration files of built packages. They are only parsed, which is fast: every index lists its exports by name.
 */
export class DeclarationFiles {
  /** @type {Map<string, ts.SourceFile>} */
  #parsed = new Map();

  /**
   * @param {string} entry path of an entry's `.d.ts`
   * @returns {readonly ExportedSymbol[]} by their names
   * @throws RangeError for a name without a declaration in the package
   */
  exportsOf(entry) {
    const names = new Set(this.#parse(entry).statements.flatMap(exportedNames));
    return [...names]
      .map((name) => describedSymbol(name, this.#find(entry, name)))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** @param {string} file */
  #parse(file) {
    const source =
      this.#parsed.get(file) ?? ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    this.#parsed.set(file, source);
    return source;
  }

  /**
   * The declarations of a name, in this file or in the file from which it is exported.
   *
   * @param {string} file
   * @param {string} name
   * @returns {readonly ts.Node[]}
   */
  #find(file, name) {
    const { statements } = this.#parse(file);
    const own = statements.filter((statement) => declares(statement, name));
    if (own.length > 0) return own;
    // An export may have a docstring; an import of the same name has none.
    const exportsFirst = statements.toSorted(
      (a, b) => Number(ts.isImportDeclaration(a)) - Number(ts.isImportDeclaration(b)),
    );
    for (const statement of exportsFirst) {
      const taken = takenFrom(statement, name);
      if (taken?.module.startsWith('.'))
        return this.#find(join(dirname(file), taken.module.replace(/\.js$/, '.d.ts')), taken.name);
      if (taken !== undefined) return [statement];
    }
    throw new RangeError(`${file} exports ${name}, which is declared nowhere`);
  }
}

/** @param {ts.Statement} statement */
function exportedNames(statement) {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause } = statement;
    if (exportClause === undefined || !ts.isNamedExports(exportClause))
      throw new RangeError('An index names what it exports');
    return exportClause.elements.map(({ name }) => name.text);
  }
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  return isExported === true ? declaredNames(statement) : [];
}

/** @param {ts.Statement} statement */
function declaredNames(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  const { name } = /** @type {{ name?: ts.Identifier }} */ (/** @type {unknown} */ (statement));
  return name === undefined ? [] : [name.text];
}

/**
 * @param {ts.Statement} statement
 * @param {string} name
 */
const declares = (statement, name) => !ts.isImportDeclaration(statement) && declaredNames(statement).includes(name);

/**
 * @param {ts.Statement} statement
 * @param {string} name
 * @returns {{ module: string, name: string } | undefined}
 */
function takenFrom(statement, name) {
  const bindings = ts.isExportDeclaration(statement)
    ? statement.exportClause
    : ts.isImportDeclaration(statement)
      ? statement.importClause?.namedBindings
      : undefined;
  if (bindings === undefined || !('elements' in bindings)) return undefined;
  const taken = [...bindings.elements].find((element) => element.name.text === name);
  const { moduleSpecifier } = /** @type {ts.ExportDeclaration | ts.ImportDeclaration} */ (statement);
  if (taken === undefined || moduleSpecifier === undefined || !ts.isStringLiteral(moduleSpecifier)) return undefined;
  return { module: moduleSpecifier.text, name: (taken.propertyName ?? taken.name).text };
}

/**
 * @param {string} name
 * @param {readonly ts.Node[]} nodes
 * @returns {ExportedSymbol}
 */
function describedSymbol(name, nodes) {
  const docs = nodes
    .flatMap((node) => ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc))
    .map((doc) => textOf(doc.getText()));
  return { name, kind: kindOf(nodes), doc: docs.join('\n\n'), declaration: nodes.map(declarationOf).join('\n') };
}

/** @param {readonly ts.Node[]} nodes */
function kindOf([node]) {
  if (node === undefined || ts.isVariableStatement(node)) return 'value';
  if (ts.isClassDeclaration(node)) return 'class';
  return ts.isFunctionDeclaration(node) ? 'function' : 'type';
}

/** @param {string} comment */
function textOf(comment) {
  return comment
    .replace(/^\/\*\*/, '')
    .replace(/\*\/$/, '')
    .replaceAll(/^[ \t]*\* ?/gm, '')
    .trim();
}

const privateMembers = /^ {4}(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n {4})?(?:#private|private [^]*?);\n/gm;

/** @param {ts.Node} node */
const declarationOf = (node) =>
  node
    .getText()
    .replace(/^export /, '')
    .replace(/^declare /, '')
    .replaceAll(privateMembers, '');
