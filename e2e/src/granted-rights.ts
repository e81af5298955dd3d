/** A right of one role that cannot be split into smaller rights. */
export interface GrantedRight {
  /** A role such as `platform_api`. In the statements of the tests, the role name has a suffix. */
  readonly role: string;
  /** For example `SELECT` or `UPDATE (version)`. */
  readonly privilege: string;
  /** The text after `ON`, such as `slip` or `SCHEMA batch_queue`. */
  readonly object: string;
}

const grant = /^GRANT ([^;]+?) ON ([^;]+?) TO ([^;]+);/gm;

/** Returns the single rights that the statements grant. */
export function rightsIn(statements: string): readonly GrantedRight[] {
  return [...statements.matchAll(grant)].flatMap(([, privileges = '', objects = '', roles = '']) =>
    listed(roles).flatMap((role) =>
      objectsIn(objects).flatMap((object) =>
        privilegesIn(privileges).map((privilege) => ({ role, privilege, object })),
      ),
    ),
  );
}

export function textOf({ role, privilege, object }: GrantedRight): string {
  return `GRANT ${privilege} ON ${object} TO ${role}`;
}

function listed(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

/** `SCHEMA a, b` means two schemas. Names without a leading word such as `SCHEMA` are tables. */
function objectsIn(text: string): string[] {
  const [, kind = '', names = ''] = /^(?:(SCHEMA|SEQUENCE|DATABASE) )?([^]+)$/.exec(text.trim()) ?? [];
  return listed(names).map((name) => (kind === '' ? name : `${kind} ${name}`));
}

/** A right on several columns is split into one right for each column. */
function privilegesIn(text: string): string[] {
  return [...text.matchAll(/(\w+)(?:\s*\(([^)]*)\))?/g)].flatMap(([, privilege = '', columns]) =>
    columns === undefined ? [privilege] : listed(columns).map((column) => `${privilege} (${column})`),
  );
}
