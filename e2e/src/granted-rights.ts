/** One right of one role, split as far as possible. */
export interface GrantedRight {
  /** `platform_api`, with the suffix in its statements. */
  readonly role: string;
  /** `SELECT`, or `UPDATE (version)`. */
  readonly privilege: string;
  /** The text after `ON`: `slip`, `SCHEMA batch_queue`. */
  readonly object: string;
}

const grant = /^GRANT ([^;]+?) ON ([^;]+?) TO ([^;]+);/gm;

/** The single rights that statements grant. */
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

/** `SCHEMA a, b` are two schemas; names without a leading word are tables. */
function objectsIn(text: string): string[] {
  const [, kind = '', names = ''] = /^(?:(SCHEMA|SEQUENCE|DATABASE) )?([^]+)$/.exec(text.trim()) ?? [];
  return listed(names).map((name) => (kind === '' ? name : `${kind} ${name}`));
}

/** A right on several columns is one right for each of them. */
function privilegesIn(text: string): string[] {
  return [...text.matchAll(/(\w+)(?:\s*\(([^)]*)\))?/g)].flatMap(([, privilege = '', columns]) =>
    columns === undefined ? [privilege] : listed(columns).map((column) => `${privilege} (${column})`),
  );
}
